// Streams for the payload fixtures (pay 2).
#pragma once

#include <initializer_list>
#include <span>
#include <vector>

#include "conform/op_case.hpp"
#include "stage/rans64_encode.hpp"

namespace wai {

// The first `n` of the values, taken again from the front where they end.
[[nodiscard]] Values cycled(const Values& values, std::size_t n);

// The canonical stream of the symbols; symbol i against table reads[i], or all against one. Every symbol is one that
// its table codes.
[[nodiscard]] Bytes stream_of(const Values& symbols, std::span<const CdfTable> tables,
                              std::span<const std::uint64_t> reads);
[[nodiscard]] Bytes stream_of(const Values& symbols, const CdfTable& table);

// Symbol i against the table of its channel, i / plane.
[[nodiscard]] Bytes stream_by_channel(const Values& symbols, std::span<const CdfTable> tables, std::size_t plane);

// The words w0 and w1 of the state that an encoder starts from: the stream that codes no symbol.
[[nodiscard]] Bytes bare_stream();
// The same stream with a word after its last.
[[nodiscard]] Bytes with_word(Bytes stream);

// An escape of a table whose bits(4) read these values: the count, then continuations and groups.
void push_escape(Rans64Encoder& encoder, const CdfTable& table, std::initializer_list<std::uint32_t> nibbles);

}  // namespace wai
