// The members of each stage operator's `in` and `modes` (ops 14.1), described once for the reader and the writer.
//
// A visitor f takes f("name", field) for a member that is always there, and f.choice("name", field, {...}) for an
// enumeration written as one of these words, in the order of its values.
#pragma once

#include "conform/stage_vector.hpp"

namespace wai {

template <class F>
void in_members(F& f, Rans64Input& in) {
  f("stream", in.stream);
  f("tables", in.tables);
  f("reads", in.reads);
}
template <class F>
void in_members(F& f, Rans64Input::Table& in) {
  f("cdf", in.cdf);
  f("offset", in.offset);
}
template <class F>
void in_members(F& f, DequantizeInput& in) {
  f("sym", in.sym);
  f("f", in.f);
  f("base", in.base);
}
template <class F>
void in_members(F& f, BucketInput& in) {
  f("sigma", in.sigma);
  f("edges", in.edges);
}
template <class F>
void in_members(F& f, CodedInput& in) {
  f("v", in.v);
  f("thr", in.thr);
}
template <class F>
void in_members(F& f, ScaleIndexInput& in) {
  f("v", in.v);
  f("s", in.s);
  f("n", in.n);
}
template <class F>
void in_members(F& f, BlockStatInput& in) {
  f("x", in.x);
  f("b", in.b);
  f("s", in.s);
  f("lo", in.lo);
  f("hi", in.hi);
}
template <class F>
void in_members(F& f, BandLookupInput& in) {
  f("v", in.v);
  f("edges", in.edges);
  f("table", in.table);
  f("row", in.row);
}
template <class F>
void in_members(F& f, MansInput& in) {
  f("memory", in.memory);
  f.choice("mode", in.mode, {"sgm", "fac"});
  if (in.mode == MansInput::Mode::sgm) {
    f("pmf", in.pmf);
    f("bounds", in.bounds);
    f("spans", in.spans);
  } else {
    f("rows", in.rows);
    f("lengths", in.lengths);
  }
}
template <class F>
void in_members(F& f, MansInput::Span& in) {
  f("mask", in.mask);
  f("sigma", in.sigma);
}
template <class F>
void in_members(F& f, ResidualStepInput& in) {
  f("pred", in.pred);
  f("r", in.r);
  f("q", in.q);
  f("lo", in.lo);
  f("hi", in.hi);
}
template <class F>
void in_members(F& f, McPredictInput& in) {
  f("frame", in.frame);
  f("y", in.y);
  f("x", in.x);
  f("c", in.c);
  f("dy", in.dy);
  f("dx", in.dx);
  f("precision", in.precision);
}
template <class F>
void in_members(F& f, Up2PredictInput& in) {
  f("prev", in.prev);
  f("d0", in.d0);
  f("d1", in.d1);
}
template <class F>
void in_members(F& f, RatePredictInput& in) {
  f("prev", in.prev);
  f("rate_num", in.rate_num);
  f("rate_den", in.rate_den);
  f("d0", in.d0);
}
template <class F>
void in_members(F& f, CodingOrderInput& in) {
  f("shape", in.shape);
  f.choice("order", in.order, {"raster", "checkerboard"});
  f("anchor", in.anchor);
}

template <class F, class In>
void mode_members(F&, In&) {}
template <class F>
void mode_members(F& f, Rans64Input& in) {
  f.choice("table", in.table, {"t4097", "t2"});
  f.choice("escape", in.escape, {"lenient", "strict"});
  f.choice("end", in.end, {"canonical", "final_only"});
  if (in.escape == EscapeRule::strict) {
    f("lo", in.lo);
    f("hi", in.hi);
  }
}
template <class F>
void mode_members(F& f, BucketInput& in) {
  f.choice("bucket", in.rule, {"ceil", "floor"});
}

}  // namespace wai
