#include "cli/tar.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <new>
#include <set>
#include <string>
#include <string_view>

#include "cli/failure.hpp"

namespace wai::cli {
namespace {

constexpr std::size_t kRecord = 512;

template <auto Free>
struct Deleter {
  template <class T>
  void operator()(T* pointer) const {
    Free(pointer);
  }
};
using Entry = std::unique_ptr<archive_entry, Deleter<archive_entry_free>>;
using Writer = std::unique_ptr<archive, Deleter<archive_write_free>>;
using Reader = std::unique_ptr<archive, Deleter<archive_read_free>>;

template <class Pointer>
Pointer made(Pointer pointer) {
  if (!pointer) {
    throw std::bad_alloc();
  }
  return pointer;
}

std::string why(archive* a) {
  if (archive_errno(a) == ENOMEM) {
    throw std::bad_alloc();
  }
  const char* text = archive_error_string(a);
  return text == nullptr ? "unknown" : text;
}

// libarchive's write callback; it passes C frames, so nothing is thrown through it.
la_ssize_t append(archive* a, void* sink, const void* data, std::size_t size) {
  auto& bytes = *static_cast<Bytes*>(sink);
  const auto* first = static_cast<const std::uint8_t*>(data);
  try {
    bytes.insert(bytes.end(), first, first + size);
  } catch (const std::bad_alloc&) {
    archive_set_error(a, ENOMEM, "out of memory");
    return -1;
  }
  return static_cast<la_ssize_t>(size);
}

void check_written(archive* a, la_ssize_t status) {
  if (status < ARCHIVE_OK) {
    fail_file("cannot write a tar stream: {}", why(a));
  }
}

void write_entry(archive* a, const NamedBytes& file) {
  const Entry entry = made(Entry(archive_entry_new()));
  archive_entry_set_pathname(entry.get(), file.name.c_str());
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), 0644);
  archive_entry_set_uid(entry.get(), 0);
  archive_entry_set_gid(entry.get(), 0);
  archive_entry_set_mtime(entry.get(), 0, 0);
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(file.bytes.size()));
  check_written(a, archive_write_header(a, entry.get()));
  std::span<const std::uint8_t> rest = file.bytes;
  while (!rest.empty()) {
    const la_ssize_t n = archive_write_data(a, rest.data(), rest.size());
    check_written(a, n > 0 ? n : la_ssize_t{ARCHIVE_FATAL});
    rest = rest.subspan(static_cast<std::size_t>(n));
  }
}

// The bytes of the entry whose header was read last, `budget` at most.
Bytes read_entry(archive* a, const std::string& name, std::uint64_t budget, const TarLimits& limits) {
  constexpr std::size_t kPart = std::size_t{1} << 16;
  Bytes bytes;
  for (;;) {
    const std::size_t used = bytes.size();
    bytes.resize(used + kPart);
    const la_ssize_t n = archive_read_data(a, bytes.data() + used, kPart);
    if (n < 0) {
      fail_file("cannot read the tar stream: '{}': {}", name, why(a));
    }
    bytes.resize(used + static_cast<std::size_t>(n));
    if (bytes.size() > budget) {
      fail_file("cannot read the tar stream: its files hold more than {} bytes; --max-input raises this limit",
                limits.bytes);
    }
    if (n == 0) {
      return bytes;
    }
  }
}

std::string entry_name(archive_entry* entry, std::size_t index) {
  const char* name = archive_entry_pathname(entry);
  if (name == nullptr || *name == '\0') {
    fail_file("cannot read the tar stream: entry {} has no name", index);
  }
  return name;
}

}  // namespace

bool looks_like_tar(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view kMagic = "ustar";
  constexpr std::size_t kMagicAt = 257;
  return bytes.size() >= kRecord && std::equal(kMagic.begin(), kMagic.end(), bytes.begin() + kMagicAt);
}

Bytes write_tar(std::span<const NamedBytes> entries) {
  Bytes bytes;
  const Writer a = made(Writer(archive_write_new()));
  check_written(a.get(), archive_write_set_format_ustar(a.get()));
  check_written(a.get(), archive_write_add_filter_none(a.get()));
  check_written(a.get(), archive_write_set_bytes_per_block(a.get(), kRecord));
  check_written(a.get(), archive_write_open(a.get(), &bytes, nullptr, append, nullptr));
  for (const NamedBytes& file : entries) {
    write_entry(a.get(), file);
  }
  check_written(a.get(), archive_write_close(a.get()));
  return bytes;
}

std::vector<NamedBytes> read_tar(std::span<const std::uint8_t> bytes, const TarLimits& limits) {
  const Reader a = made(Reader(archive_read_new()));
  if (archive_read_support_format_tar(a.get()) != ARCHIVE_OK ||
      archive_read_open_memory(a.get(), bytes.data(), bytes.size()) != ARCHIVE_OK) {
    fail_file("cannot read the tar stream: {}", why(a.get()));
  }
  std::vector<NamedBytes> files;
  std::set<std::string, std::less<>> names;
  std::uint64_t budget = limits.bytes;
  for (std::size_t index = 0;; ++index) {
    archive_entry* entry = nullptr;
    const int status = archive_read_next_header(a.get(), &entry);
    if (status == ARCHIVE_EOF) {
      return files;
    }
    if (status != ARCHIVE_OK) {
      fail_file("cannot read the tar stream: entry {}: {}", index, why(a.get()));
    }
    if (index >= limits.entries) {
      fail_file("cannot read the tar stream: it holds more than {} entries", limits.entries);
    }
    std::string name = entry_name(entry, index);
    if (archive_entry_filetype(entry) == AE_IFDIR) {
      continue;
    }
    if (archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry) != nullptr) {
      fail_file("cannot read the tar stream: '{}' is no regular file", name);
    }
    if (!names.insert(name).second) {
      fail_file("cannot read the tar stream: '{}' stands in it twice", name);
    }
    Bytes content = read_entry(a.get(), name, budget, limits);
    budget -= content.size();
    files.push_back({std::move(name), std::move(content)});
  }
}

}  // namespace wai::cli
