#include "payload/wih1.hpp"

namespace wai {
namespace {

// Checks 4 and 5, then the caps, on the header that `open` has found present.
Expected<void> read_header(PayloadReader& reader, Wih1& image) {
  ByteReader& in = reader.in();
  const auto reserved = in.take(3);
  image.m = in.u32();
  image.sh = in.u32();
  image.sw = in.u32();
  image.n_z = in.u32();
  image.zh = in.u32();
  image.zw = in.u32();
  for (std::size_t i = 0; i < reserved.size(); ++i) {
    WAI_CHECK(reader.reserved(5 + i, reserved[i]));
  }
  WAI_CHECK(reader.fields({{"m", 8, image.m, 1, kU32Max},
                           {"sh", 12, image.sh, 1, kU32Max},
                           {"sw", 16, image.sw, 1, kU32Max},
                           {"n_z", 20, image.n_z, 1, kU32Max},
                           {"zh", 24, image.zh, 1, kU32Max},
                           {"zw", 28, image.zw, 1, kU32Max}}));
  return reader.caps({{"the hyper-latent n_z*zh*zw", CheckedSize(image.n_z) * image.zh * image.zw, kMaxElems},
                      {"the output of h_s, 2*m*sh*sw", CheckedSize(2) * image.m * image.sh * image.sw, kMaxElems}});
}

}  // namespace

Expected<Wih1> parse_wih1(std::span<const std::uint8_t> bytes, HoldStreams hold) {
  PayloadReader reader(kWih1Magic, bytes, "pay 4", hold);
  WAI_CHECK(reader.open(kWih1HeaderBytes));
  Wih1 image;
  WAI_CHECK(read_header(reader, image));
  WAI_TRY(image.z_stream, reader.stream("the hyper-latent stream"));
  WAI_TRY(image.y_stream, reader.stream("the latent stream"));
  WAI_CHECK(reader.end());
  return image;
}

Expected<Bytes> write_wih1(const Wih1& image) {
  ByteWriter out = start_payload(kWih1Magic);
  out.zeros(3);
  for (const std::uint32_t field : {image.m, image.sh, image.sw, image.n_z, image.zh, image.zw}) {
    out.u32(field);
  }
  WAI_CHECK(write_stream(out, image.z_stream.bytes()));
  WAI_CHECK(write_stream(out, image.y_stream.bytes()));
  Bytes bytes = std::move(out).finish();
  WAI_CHECK(parse_wih1(bytes));
  return bytes;
}

}  // namespace wai
