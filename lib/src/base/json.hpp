// Strict JSON in (readings P8): RFC 8259, UTF-8 without a byte-order mark, one document, at most 64 levels deep.
//
// The whole text is checked before anything is read from it, in the parts that nobody reads too. Numbers are checked
// as grammar only: an ignored member may hold any of them, and a reader takes exact integers, never a rounded one.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "base/refuse.hpp"

namespace wai::json {

inline constexpr unsigned kMaxDepth = 64;  // brackets open at once

enum class Kind : std::uint8_t { null, boolean, number, string, array, object };

// "a number", "a list" and so on, for messages.
[[nodiscard]] std::string_view to_string(Kind kind);

class Document;
class Members;

// A value of a document; a light handle, valid as long as the document and its text are.
class Value {
 public:
  [[nodiscard]] Kind kind() const;
  // Where the value starts in the text.
  [[nodiscard]] std::size_t offset() const;
  // "$.layers[2].weight", for messages. Walks the document from its root.
  [[nodiscard]] std::string path() const;

  // The number as it is written; empty for another kind.
  [[nodiscard]] std::string_view number_text() const;
  // The value of a JSON integer that fits i64: a number without fraction or exponent; -0 is 0.
  [[nodiscard]] std::optional<std::int64_t> as_i64() const;
  [[nodiscard]] std::optional<bool> as_bool() const;
  // The characters of a string, escapes resolved. A lone surrogate, which RFC 8259 lets a text hold, becomes the
  // three bytes UTF-8 would give it.
  [[nodiscard]] std::optional<std::string> as_string() const;
  // True for a string of exactly these characters; copies nothing unless the text has escapes.
  [[nodiscard]] bool equals(std::string_view characters) const;

  // Elements of an array or members of an object; 0 for another kind.
  [[nodiscard]] std::size_t size() const;
  // Over the elements of an array, or the values of an object.
  class Iterator;
  [[nodiscard]] Iterator begin() const;
  [[nodiscard]] Iterator end() const;
  // Over the members of an object, as (key, value).
  [[nodiscard]] Members members() const;
  // The first member of this name, if this is an object that has one.
  [[nodiscard]] std::optional<Value> find(std::string_view key) const;
  // The key of a member whose name an earlier member of this object has.
  [[nodiscard]] std::optional<Value> duplicate_key() const;

 private:
  friend class Document;
  friend class MemberIterator;
  Value(const Document* document, std::size_t node) : document_(document), node_(node) {}
  [[nodiscard]] Value child_holding(std::size_t node, std::string& path) const;

  const Document* document_;
  std::size_t node_;
};

// A text that has been read. It keeps a view of the text, which must outlive it.
class Document {
 public:
  // Refuses with `code`; the message names the offset and the path.
  [[nodiscard]] static Expected<Document> parse(std::string_view text, RefusalCode code);

  [[nodiscard]] Value root() const { return {this, 0}; }

 private:
  friend class Value;
  friend class MemberIterator;
  friend class Parser;

  // One word a value, (offset << 3 | kind), and for an array or object two more: the node after its last descendant,
  // and its size. Keys are string values before their members' values. A deque, since a vector that grows holds
  // three times its contents at its worst moment.
  using Tape = std::deque<std::uint64_t>;

  [[nodiscard]] Kind kind(std::size_t node) const { return static_cast<Kind>(tape_[node] & 7U); }
  [[nodiscard]] std::size_t offset(std::size_t node) const { return static_cast<std::size_t>(tape_[node] >> 3U); }
  [[nodiscard]] bool is_container(std::size_t node) const { return kind(node) >= Kind::array; }
  [[nodiscard]] std::size_t after(std::size_t node) const {
    return is_container(node) ? static_cast<std::size_t>(tape_[node + 1]) : node + 1;
  }

  std::string_view text_;
  Tape tape_;
};

class Value::Iterator {
 public:
  Value operator*() const { return {document_, node_}; }
  Iterator& operator++();
  friend bool operator==(const Iterator& a, const Iterator& b) { return a.node_ == b.node_; }

 private:
  friend class Value;
  Iterator(const Document* document, std::size_t node, bool keyed) : document_(document), node_(node), keyed_(keyed) {}
  const Document* document_;
  std::size_t node_;  // of the value
  bool keyed_;        // in an object: a key stands before the value
};

struct Member {
  Value key;
  Value value;
};

class MemberIterator {
 public:
  Member operator*() const { return {{document_, key_}, {document_, key_ + 1}}; }
  MemberIterator& operator++();
  friend bool operator==(const MemberIterator& a, const MemberIterator& b) { return a.key_ == b.key_; }

 private:
  friend class Members;
  MemberIterator(const Document* document, std::size_t key) : document_(document), key_(key) {}
  const Document* document_;
  std::size_t key_;
};

class Members {
 public:
  [[nodiscard]] MemberIterator begin() const { return {document_, first_}; }
  [[nodiscard]] MemberIterator end() const { return {document_, last_}; }

 private:
  friend class Value;
  Members(const Document* document, std::size_t first, std::size_t last)
      : document_(document), first_(first), last_(last) {}
  const Document* document_;
  std::size_t first_;
  std::size_t last_;
};

}  // namespace wai::json
