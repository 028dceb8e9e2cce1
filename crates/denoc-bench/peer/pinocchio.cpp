// The Pinocchio side of the benchmark: a small server that times and evaluates Pinocchio's algorithms on
// models and states that the Rust side writes as text. It communicates over stdin/stdout, one line per request
// and one line per answer, so that both libraries can be timed in alternating slices of one run and
// disturbances of the machine affect both.
//
// Only Pinocchio's headers are used. The compiled library is built for another instruction set, and objects
// that contain Eigen vectors must not be passed to it: their alignment differs. Therefore the model is built
// here, and every template is instantiated with the flags of this file.
//
// Requests (a refused request is answered by `error REASON`, and the program continues):
//   load PATH           reads a model; answers `ok NQ NV`. Discards the states of the previous model.
//   states PATH         reads states; answers `ok`
//   time ALGORITHM NS   warms up, then evaluates for about NS nanoseconds, cycling over the states; answers
//                       `NANOSECONDS_PER_EVALUATION EVALUATIONS`
//   eval ALGORITHM I    answers the numbers computed for state I (from 0), with 17 digits
//   proximal MU ACCURACY ITERATIONS
//                       settings of the two algorithms for loops; answers `ok`
//   compiler            answers name and version of the compiler that built this program
//   quit
//
// Algorithm         input      numbers that `eval` answers (matrices row by row, both triangles)
//   rnea            q v a      τ
//   aba-local       q v τ      q̈; the recursion in link frames
//   aba-world       q v τ      q̈; the recursion in the world frame
//   crba-local      q          the mass matrix
//   crba-world      q          the mass matrix
//   minverse        q          the inverse of the mass matrix
//   rnea-derivatives q v a     ∂τ/∂q, ∂τ/∂v, ∂τ/∂a
//   aba-derivatives q v τ      ∂q̈/∂q, ∂q̈/∂v, ∂q̈/∂τ
//   loops           q v τ      q̈; constraintDynamics with point constraints
//   loops-linear    q v τ      q̈; lcaba, the recursion for loops, with point constraints
//   fk              q          for each joint: rotation (9), position (3), joint frame in the world
//   bias            q v        joint forces for zero accelerations: C v + g
//   gravity         q          g
//   jacobian        q          of the last joint's frame, at its origin in world axes: 6 x nv, linear rows first
//   com             q          the centre of mass
//   energy          q v        kinetic, potential
//
// Model file, numbers separated by any white space:
//   GX GY GZ                   gravity, e.g. 0 0 -9.81
//   N                          number of joints; then, per joint, depth first (refused in any other order):
//   PARENT                     its number, from 0; -1 for the world
//   KIND                       RX RY RZ RU revolute, PX PY PZ PU prismatic, SP spherical, FF free-flyer
//   AX AY AZ                   unit axis in joint axes; read for RU and PU, written but ignored for the others.
//                              RU and PU along exactly +x, +y or +z become the specialised kind.
//   R11 R12 R13 R21 … R33      rotation and
//   X Y Z                      position of the joint frame in the parent's link frame (at zero displacement)
//   MASS  CX CY CZ             of the link that the joint moves; centre of mass in link axes
//   IXX IXY IXZ IYY IYZ IZZ    inertia about the centre of mass, in link axes
//   M                          optional: number of closures, points of two links that coincide; then, per closure
//   JOINT R11 … R33 X Y Z      the first link (number of its joint) and the frame of the point in it,
//   JOINT R11 … R33 X Y Z      the second
//
// States file: `NS NQ NV`, then per state q (NQ), v, a, τ (NV each), all in Pinocchio's order:
//   free-flyer: q = position, quaternion x y z w; v = linear, then angular velocity, both in body axes;
//               a = derivative of v; τ = force, then moment about the frame origin, in body axes
//   spherical:  q = quaternion x y z w; v = angular velocity in body axes

// Pinocchio's variant of joints has more members than Boost's preprocessed lists allow. Its build
// files require these four definitions of every user; they are here so that any compiler call works.
#define BOOST_MPL_CFG_NO_PREPROCESSED_HEADERS
#define BOOST_MPL_LIMIT_LIST_SIZE 30
#define BOOST_MPL_LIMIT_VECTOR_SIZE 30
#define BOOST_FUSION_INVOKE_MAX_ARITY 12
// The algorithms for loops are marked as subject to change.
#define PINOCCHIO_DISABLE_UNSUPPORTED_WARNINGS

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <pinocchio/multibody.hpp>
#include <pinocchio/algorithm/aba-derivatives.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/center-of-mass.hpp>
#include <pinocchio/algorithm/constrained-dynamics.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/energy.hpp>
#include <pinocchio/algorithm/jacobian.hpp>
#include <pinocchio/algorithm/kinematics.hpp>
#include <pinocchio/algorithm/loop-constrained-aba.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>

namespace pin = pinocchio;
using Eigen::Matrix3d, Eigen::MatrixXd, Eigen::Vector3d, Eigen::VectorXd;

// `Data` holds four tensors of nv³ numbers: 0.9 GB at this size, 32 GB at 1000.
constexpr int LARGEST_NV = 300;

struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// ---------------------------------------------------------------------------------------------- reading

class Reader {
public:
  explicit Reader(const std::string &path) : file(path), path(path) {
    if (!file) throw Refused("cannot open " + path);
  }

  template <typename T> T read(const char *what) {
    T value;
    if (!(file >> value)) throw Refused(path + ": expected " + what);
    return value;
  }

  VectorXd vector(int size, const char *what) {
    VectorXd v(size);
    for (double &x : v) x = read<double>(what);
    return v;
  }

  bool has_more() { return bool(file >> std::ws) && file.peek() != EOF; }

  pin::SE3 pose(const char *what) {
    const VectorXd r = vector(9, what);
    const Vector3d position = vector(3, what);
    Matrix3d rotation;
    rotation << r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8];
    return pin::SE3(rotation, position);
  }

  // Numbers left over mean that writer and reader disagree on the format.
  void expect_end() {
    std::string rest;
    if (file >> rest) throw Refused(path + ": unexpected `" + rest + "` after the end");
  }

private:
  std::ifstream file;
  std::string path;
};

pin::JointModel joint_of_kind(std::string kind, const Vector3d &axis) {
  if (kind == "RU" || kind == "PU") {
    for (int i = 0; i < 3; i++)
      if (axis == Vector3d::Unit(i)) kind[1] = "XYZ"[i];
    if (std::abs(axis.norm() - 1.0) > 1e-9) throw Refused("the axis of a joint is not a unit vector");
  }
  if (kind == "RX") return pin::JointModelRX();
  if (kind == "RY") return pin::JointModelRY();
  if (kind == "RZ") return pin::JointModelRZ();
  if (kind == "RU") return pin::JointModelRevoluteUnaligned(axis);
  if (kind == "PX") return pin::JointModelPX();
  if (kind == "PY") return pin::JointModelPY();
  if (kind == "PZ") return pin::JointModelPZ();
  if (kind == "PU") return pin::JointModelPrismaticUnaligned(axis);
  if (kind == "SP") return pin::JointModelSpherical();
  if (kind == "FF") return pin::JointModelFreeFlyer();
  throw Refused("unknown joint kind `" + kind + "`");
}

// Depth first means that a joint hangs on the joint before it or on an ancestor of that one. In any other order
// Pinocchio's mass matrix and derivatives are silently wrong: they take the numbers of a subtree as contiguous.
void check_depth_first(const pin::Model &model, int joint, int parent) {
  size_t id = joint; // Pinocchio's number of the joint before; its joint 0 is the world
  while (id != 0 && int(id) != parent + 1) id = model.parents[id];
  if (int(id) != parent + 1) throw Refused("joint " + std::to_string(joint) + " is not in depth-first order");
}

using Closures = std::vector<pin::RigidConstraintModel>;

// Points, not frames: of a revolute joint's five conditions they keep three, which is what a planar loop needs and less work.
Closures read_closures(Reader &in, const pin::Model &model) {
  Closures closures;
  for (int count = in.has_more() ? in.read<int>("the number of closures") : 0; count > 0; count--) {
    const int first = in.read<int>("the joint of a closure");
    const pin::SE3 in_first = in.pose("a frame of a closure");
    const int second = in.read<int>("the joint of a closure");
    const pin::SE3 in_second = in.pose("a frame of a closure");
    if (std::min(first, second) < -1 || std::max(first, second) >= model.njoints - 1) throw Refused("no such joint");
    closures.emplace_back(pin::CONTACT_3D, model, first + 1, in_first, second + 1, in_second, pin::LOCAL);
  }
  return closures;
}

std::pair<pin::Model, Closures> read_model(const std::string &path) {
  Reader in(path);
  pin::Model model;
  model.gravity.linear() = in.vector(3, "gravity");
  const int joints = in.read<int>("the number of joints");
  for (int i = 0; i < joints; i++) {
    const int parent = in.read<int>("a parent");
    check_depth_first(model, i, parent);
    const auto kind = in.read<std::string>("a joint kind");
    const Vector3d axis = in.vector(3, "an axis");
    const pin::SE3 placement = in.pose("a rotation and a position");
    const double mass = in.read<double>("a mass");
    const Vector3d centre = in.vector(3, "a centre of mass");
    const VectorXd m = in.vector(6, "an inertia");

    Matrix3d inertia;
    inertia << m[0], m[1], m[2], m[1], m[3], m[4], m[2], m[4], m[5];
    const auto id = model.addJoint(parent + 1, joint_of_kind(kind, axis), placement, "joint" + std::to_string(i));
    model.appendBodyToJoint(id, pin::Inertia(mass, centre, inertia), pin::SE3::Identity());
    if (model.nv > LARGEST_NV)
      throw Refused("more than " + std::to_string(LARGEST_NV) + " degrees of freedom: Pinocchio needs nv^3 memory");
  }
  Closures closures = read_closures(in, model);
  in.expect_end();
  return {std::move(model), std::move(closures)};
}

struct State {
  VectorXd q, v, a, tau;
};

// A builder of states that forgets to normalise would get plausible but wrong numbers: assertions are off.
void check_quaternions(const pin::Model &model, const State &state) {
  for (const auto &joint : model.joints) {
    if (joint.nq() == joint.nv()) continue;
    const double norm = state.q.segment<4>(joint.idx_q() + joint.nq() - 4).norm();
    if (std::abs(norm - 1.0) > 1e-9) throw Refused("a quaternion is not normalised");
  }
}

std::vector<State> read_states(const std::string &path, const pin::Model &model) {
  Reader in(path);
  const int count = in.read<int>("the number of states"), nq = in.read<int>("nq"), nv = in.read<int>("nv");
  if (nq != model.nq || nv != model.nv) throw Refused("the states are not for this model: nq or nv differ");
  if (count < 1) throw Refused("no states");
  std::vector<State> states;
  for (int i = 0; i < count; i++) {
    State state;
    state.q = in.vector(nq, "q");
    state.v = in.vector(nv, "v");
    state.a = in.vector(nv, "a");
    state.tau = in.vector(nv, "tau");
    check_quaternions(model, state);
    states.push_back(std::move(state));
  }
  in.expect_end();
  return states;
}

// ------------------------------------------------------------------------------------------- algorithms

using Numbers = std::vector<double>;

void append(Numbers &out, const MatrixXd &matrix) {
  for (int i = 0; i < matrix.rows(); i++)
    for (int j = 0; j < matrix.cols(); j++) out.push_back(matrix(i, j));
}

// Pinocchio fills only the upper triangle of symmetric matrices; copying it is left out of the timings.
MatrixXd symmetric(const MatrixXd &upper) { return upper.selfadjointView<Eigen::Upper>(); }

Numbers poses(const pin::Data &data) {
  Numbers out;
  for (size_t i = 1; i < data.oMi.size(); i++) {
    append(out, data.oMi[i].rotation());
    append(out, data.oMi[i].translation());
  }
  return out;
}

template <typename... Matrices> Numbers numbers(const Matrices &...matrices) {
  Numbers out;
  (append(out, matrices), ...);
  return out;
}

// Closures with what Pinocchio needs for them.
struct Loops {
  Closures closures;
  std::vector<pin::RigidConstraintData> data;
  pin::ProximalSettings settings{1e-12, 1e-9, 10};
};

// Calls use(evaluate, result) for the algorithm of that name, where evaluate(state) runs it once and result()
// collects what it left in `data`. A visitor rather than a table of std::function, so that the timing loop
// calls the algorithm directly.
template <typename Use>
auto with_algorithm(const std::string &name, const pin::Model &model, pin::Data &data, Loops &loops, Use use) {
  using pin::Convention;
  if (name == "rnea")
    return use([&](const State &s) { pin::rnea(model, data, s.q, s.v, s.a); }, [&] { return numbers(data.tau); });
  if (name == "aba-local")
    return use([&](const State &s) { pin::aba(model, data, s.q, s.v, s.tau, Convention::LOCAL); },
               [&] { return numbers(data.ddq); });
  if (name == "aba-world")
    return use([&](const State &s) { pin::aba(model, data, s.q, s.v, s.tau, Convention::WORLD); },
               [&] { return numbers(data.ddq); });
  if (name == "crba-local")
    return use([&](const State &s) { pin::crba(model, data, s.q, Convention::LOCAL); },
               [&] { return numbers(symmetric(data.M)); });
  if (name == "crba-world")
    return use([&](const State &s) { pin::crba(model, data, s.q, Convention::WORLD); },
               [&] { return numbers(symmetric(data.M)); });
  if (name == "minverse")
    return use([&](const State &s) { pin::computeMinverse(model, data, s.q); },
               [&] { return numbers(symmetric(data.Minv)); });
  if (name == "rnea-derivatives")
    return use([&](const State &s) { pin::computeRNEADerivatives(model, data, s.q, s.v, s.a); },
               [&] { return numbers(data.dtau_dq, data.dtau_dv, symmetric(data.M)); });
  if (name == "aba-derivatives")
    return use([&](const State &s) { pin::computeABADerivatives(model, data, s.q, s.v, s.tau); },
               [&] { return numbers(data.ddq_dq, data.ddq_dv, symmetric(data.Minv)); });
  if (name == "loops")
    return use(
        [&](const State &s) {
          pin::constraintDynamics(model, data, s.q, s.v, s.tau, loops.closures, loops.data, loops.settings);
        },
        [&] { return numbers(data.ddq); });
  if (name == "loops-linear")
    return use([&](const State &s) { pin::lcaba(model, data, s.q, s.v, s.tau, loops.closures, loops.data, loops.settings); },
               [&] { return numbers(data.ddq); });
  if (name == "fk")
    return use([&](const State &s) { pin::forwardKinematics(model, data, s.q); }, [&] { return poses(data); });
  if (name == "bias")
    return use([&](const State &s) { pin::nonLinearEffects(model, data, s.q, s.v); }, [&] { return numbers(data.nle); });
  if (name == "gravity")
    return use([&](const State &s) { pin::computeGeneralizedGravity(model, data, s.q); },
               [&] { return numbers(data.g); });
  if (name == "jacobian") {
    pin::Data::Matrix6x jacobian = pin::Data::Matrix6x::Zero(6, model.nv);
    return use(
        [&](const State &s) {
          pin::computeJointJacobians(model, data, s.q);
          pin::getJointJacobian(model, data, model.njoints - 1, pin::LOCAL_WORLD_ALIGNED, jacobian);
        },
        [&] { return numbers(jacobian); });
  }
  if (name == "com")
    return use([&](const State &s) { pin::centerOfMass(model, data, s.q, false); },
               [&] { return numbers(data.com[0]); });
  if (name == "energy")
    return use(
        [&](const State &s) {
          pin::computeKineticEnergy(model, data, s.q, s.v);
          pin::computePotentialEnergy(model, data);
        },
        [&] { return Numbers{data.kinetic_energy, data.potential_energy}; });
  throw Refused("unknown algorithm `" + name + "`");
}

// ----------------------------------------------------------------------------------------------- session

class Session {
public:
  void load(const std::string &path) {
    // Read completely before replacing anything: a refused file leaves the session as it was.
    auto [read, closures] = read_model(path);
    model = std::move(read);
    data = pin::Data(model);
    loops.data.clear();
    for (const auto &closure : closures) loops.data.emplace_back(closure);
    loops.closures = std::move(closures);
    pin::initConstraintDynamics(model, data, loops.closures, loops.data);
    pin::computeJointMinimalOrdering(model, data, loops.closures);
    states.clear();
    expected.clear();
    next = 0;
    std::cout << "ok " << model.nq << ' ' << model.nv;
  }

  void load_states(const std::string &path) {
    states = read_states(path, model);
    next = 0;
    std::cout << "ok";
  }

  void set_proximal(double mu, double accuracy, int iterations) {
    loops.settings = pin::ProximalSettings(accuracy, mu, iterations);
    expected.clear();
    std::cout << "ok";
  }

  void time(const std::string &algorithm, double budget) {
    require_states();
    with_algorithm(algorithm, model, data, loops, [&](auto evaluate, auto) {
      double &each = expected[algorithm]; // nanoseconds, from the slice before; 0 when there was none
      for (long count = 1; each == 0; count *= 2) {
        const double spent = run(evaluate, count);
        if (spent > budget / 4) each = spent / count;
      }
      const long count = std::max(1L, std::lround(budget / each));
      // While this process slept between two slices, others took its caches and perhaps its core: without a
      // warm-up the peer would be charged for being a process of its own.
      run(evaluate, 1 + count / 4);
      // One clock reading at each end only: reading it in between would be measured too.
      each = run(evaluate, count) / count;
      std::printf("%.17g %ld", each, count);
    });
  }

  void eval(const std::string &algorithm, size_t index) {
    require_states();
    if (index >= states.size()) throw Refused("there are only " + std::to_string(states.size()) + " states");
    with_algorithm(algorithm, model, data, loops, [&](auto evaluate, auto result) {
      evaluate(states[index]);
      const char *separator = "";
      for (double x : result()) {
        std::printf("%s%.17g", separator, x);
        separator = " ";
      }
    });
  }

private:
  void require_states() const {
    if (states.empty()) throw Refused("load a model and its states first");
  }

  // Nanoseconds for `count` evaluations, going on with the state after the last one used.
  template <typename Evaluate> double run(Evaluate &evaluate, long count) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    for (long i = 0; i < count; i++) {
      evaluate(states[next]);
      if (++next == states.size()) next = 0;
      // The optimiser must assume that somebody reads all results here.
      asm volatile("" : : "r"(&data) : "memory");
    }
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
  }

  pin::Model model;
  pin::Data data{model};
  Loops loops;
  std::vector<State> states;
  std::map<std::string, double> expected;
  size_t next = 0;
};

const char *compiler() {
#if defined(__clang__)
  return "clang++ " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

int main() {
  Session session;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string request, argument;
    double number = -1.0;
    words >> request;
    try {
      if (request == "quit") break;
      if (request == "compiler") {
        std::cout << compiler();
      } else if (request == "load" || request == "states") {
        // The rest of the line, so that paths may contain spaces.
        std::getline(words >> std::ws, argument);
        request == "load" ? session.load(argument) : session.load_states(argument);
      } else if (request == "proximal") {
        double mu, accuracy;
        int iterations;
        if (!(words >> mu >> accuracy >> iterations)) throw Refused("expected MU ACCURACY ITERATIONS");
        session.set_proximal(mu, accuracy, iterations);
      } else if (request == "time" || request == "eval") {
        if (!(words >> argument >> number) || number < 0) throw Refused("expected ALGORITHM and a number");
        request == "time" ? session.time(argument, number) : session.eval(argument, size_t(number));
      } else {
        throw Refused("unknown request `" + request + "`");
      }
    } catch (const std::exception &error) {
      std::cout << "error " << error.what();
    }
    std::cout << std::endl; // flushes: the other side is waiting
  }
}
