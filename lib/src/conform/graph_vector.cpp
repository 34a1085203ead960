#include "conform/graph_vector.hpp"

#include "bounds/load.hpp"
#include "exec/run.hpp"

namespace wai {
namespace {

Expected<std::vector<Tensor>> read_inputs(const json::Value& v, Numbers numbers) {
  if (v.kind() != json::Kind::array) {
    return bad_form(v, "not a list of tensors");
  }
  std::vector<Tensor> out;
  for (const json::Value element : v) {
    WAI_TRY(Tensor t, read_tensor(element, numbers));
    out.push_back(std::move(t));
  }
  return out;
}

Expected<RefusalCode> read_code(const json::Value& v) {
  WAI_TRY(const std::string text, read_string(v));
  if (const auto code = refusal_code(text)) {
    return *code;
  }
  return bad_form(v, "not a refusal code");
}

Expected<DecodeOutcome> read_outcome(const json::Value& v) {
  if (v.find("refuse")) {
    WAI_CHECK(check_members(v, {"refuse"}));
    WAI_TRY(const RefusalCode code, read_code(*v.find("refuse")));
    return DecodeOutcome(code);
  }
  WAI_CHECK(check_members(v, {"outputs"}));
  WAI_TRY(std::vector<Tensor> outputs, read_inputs(*v.find("outputs"), Numbers::canonical));
  return DecodeOutcome(std::move(outputs));
}

Expected<VectorDecode> read_decode(const json::Value& v) {
  WAI_CHECK(check_members(v, {"expect", "inputs", "scalars"}));
  VectorDecode out;
  WAI_TRY(out.inputs, read_inputs(*v.find("inputs"), Numbers::canonical));
  WAI_TRY(out.scalars, read_integers(*v.find("scalars")));
  WAI_TRY(out.expect, read_outcome(*v.find("expect")));
  return out;
}

Expected<std::vector<Profile>> read_profiles(const json::Value& v) {
  std::vector<Profile> out;
  for (const json::Value element : v) {
    WAI_TRY(const std::string name, read_string(element));
    const bool is_acc32 = name == "acc32";
    if (!is_acc32 && name != "acc64") {
      return bad_form(element, "not a profile");
    }
    const Profile profile = is_acc32 ? Profile::acc32 : Profile::acc64;
    if (!out.empty() && out.back() >= profile) {
      return bad_form(element, "the profiles are not in ascending order");
    }
    out.push_back(profile);
  }
  if (v.kind() != json::Kind::array || out.empty()) {
    return bad_form(v, "not a list of profiles");
  }
  return out;
}

}  // namespace

void evaluate_vector(GraphVector& vector) {
  vector.load.reset();
  vector.profiles.clear();
  const auto refused = [&](RefusalCode code) {
    vector.load = code;
    vector.profiles = {Profile::acc32, Profile::acc64};  // an implementation of either refuses it
    vector.decodes.clear();
  };
  const auto graph = bound_graph(vector.graph, vector.id);
  if (!graph) {
    return refused(graph.refusal().code);
  }
  for (const Profile profile : {Profile::acc32, Profile::acc64}) {
    if (!first_failure(*graph, profile)) {
      vector.profiles.push_back(profile);
    }
  }
  if (vector.profiles.empty()) {
    return refused(RefusalCode::model_mismatch);  // ops 8.6
  }
  Sequence sequence(*graph);
  for (VectorDecode& decode : vector.decodes) {
    auto outputs = sequence.decode(decode.inputs, decode.scalars);
    if (outputs) {
      decode.expect = *std::move(outputs);
    } else {
      decode.expect = outputs.refusal().code;
    }
  }
}

JsonOut outcome_json(const DecodeOutcome& outcome) {
  JsonOut out = JsonOut::object();
  if (const auto* code = std::get_if<RefusalCode>(&outcome)) {
    out.set("refuse", JsonOut::string(to_string(*code)));
    return out;
  }
  JsonOut outputs = JsonOut::array();
  for (const Tensor& t : std::get<std::vector<Tensor>>(outcome)) {
    outputs.push(tensor_json(t));
  }
  out.set("outputs", std::move(outputs));
  return out;
}

namespace {

JsonOut profiles_json(const std::vector<Profile>& profiles) {
  JsonOut out = JsonOut::array();
  for (const Profile profile : profiles) {
    out.push(JsonOut::string(to_string(profile)));
  }
  return out;
}

JsonOut load_json(const GraphVector& vector) {
  return JsonOut::string(vector.load ? to_string(*vector.load) : "ok");
}

}  // namespace

JsonOut graph_answer_json(const GraphVector& vector) {
  JsonOut decodes = JsonOut::array();
  for (const VectorDecode& d : vector.decodes) {
    decodes.push(outcome_json(d.expect));
  }
  JsonOut out = JsonOut::object();
  out.set("decodes", std::move(decodes));
  out.set("load", load_json(vector));
  out.set("profiles", profiles_json(vector.profiles));
  return out;
}

JsonOut vector_json(const GraphVector& vector) {
  JsonOut decodes = JsonOut::array();
  for (const VectorDecode& d : vector.decodes) {
    JsonOut inputs = JsonOut::array();
    for (const Tensor& t : d.inputs) {
      inputs.push(tensor_json(t));
    }
    JsonOut decode = JsonOut::object();
    decode.set("expect", outcome_json(d.expect));
    decode.set("inputs", std::move(inputs));
    decode.set("scalars", integers_json(d.scalars));
    decodes.push(std::move(decode));
  }
  JsonOut out = JsonOut::object();
  out.set("decodes", std::move(decodes));
  out.set("graph", hex_json(vector.graph));
  out.set("id", JsonOut::string(vector.id));
  out.set("load", load_json(vector));
  out.set("profiles", profiles_json(vector.profiles));
  return out;
}

Expected<GraphVector> read_vector(const json::Value& v) {
  WAI_CHECK(check_members(v, {"decodes", "graph", "id", "load", "profiles"}));
  GraphVector out;
  WAI_TRY(out.graph, read_hex(*v.find("graph")));
  WAI_TRY(out.id, read_string(*v.find("id")));
  if (!v.find("load")->equals("ok")) {
    WAI_TRY(out.load, read_code(*v.find("load")));
  }
  WAI_TRY(out.profiles, read_profiles(*v.find("profiles")));
  const json::Value decodes = *v.find("decodes");
  if (decodes.kind() != json::Kind::array || (out.load && decodes.size() != 0)) {
    return bad_form(decodes, "not the decodes of this vector");
  }
  for (const json::Value element : decodes) {
    WAI_TRY(VectorDecode decode, read_decode(element));
    out.decodes.push_back(std::move(decode));
  }
  return out;
}

Expected<GraphVector> read_question(const json::Value& v) {
  GraphVector out;
  WAI_TRY(out.decodes, read_decodes(v));
  WAI_TRY(const json::Value graph, member(v, "graph"));
  WAI_TRY(const json::Value id, member(v, "id"));
  WAI_TRY(out.graph, read_hex(graph));
  WAI_TRY(out.id, read_string(id));
  return out;
}

std::string load_refusal_text(const GraphVector& vector) {
  const auto graph = bound_graph(vector.graph, "graph");
  if (!graph) {
    return graph.refusal().message;
  }
  const auto profile = require_profile(*graph, Profile::acc64);
  return profile ? "nothing: it loads" : profile.refusal().message;
}

Expected<std::vector<VectorDecode>> read_decodes(const json::Value& v) {
  WAI_CHECK(check_members(v, {"decodes"}, {"graph", "id", "load", "profiles"}));
  const json::Value list = *v.find("decodes");
  if (list.kind() != json::Kind::array) {
    return bad_form(list, "not a list of decodes");
  }
  std::vector<VectorDecode> out;
  for (const json::Value element : list) {
    WAI_CHECK(check_members(element, {"inputs"}, {"expect", "scalars"}));
    VectorDecode decode;
    WAI_TRY(decode.inputs, read_inputs(*element.find("inputs"), Numbers::relaxed));
    if (const auto scalars = element.find("scalars")) {
      WAI_TRY(decode.scalars, read_integers(*scalars, Numbers::relaxed));
    }
    out.push_back(std::move(decode));
  }
  return out;
}

}  // namespace wai
