use denoc_math::Wrench;
use denoc_testkit::{Dense, close, close_within, largest};

use crate::testing::{Rate, each, moving, moving_coordinates, stage, times};
use crate::{Loads, Workspace};

// oracles: the momentum of the dense equations about their mass centre; its linear part over the mass
#[test]
fn the_matrix_maps_speeds_to_the_dense_momentum() {
    each(|model, s| {
        let dense = Dense::new(model, &s.q, &s.v);
        let (h, c) = (dense.momentum(), dense.center_of_mass());
        let expected = Wrench::new(h.moment - c.cross(h.force), h.force);
        let (mut matrix, mut jacobian) = (vec![1.0; 6 * model.nv()], vec![1.0; 3 * model.nv()]);
        let mut ws = Workspace::new(model);
        let mut position = ws.position(model, &s.q).unwrap();
        position.centroidal_momentum_matrix(&mut matrix).unwrap();
        position.com_jacobian(&mut jacobian).unwrap();
        let scale = 1e-12 * (largest(h) + largest(c) * largest(h.force));
        close_within(times(&matrix, &s.v), expected, scale);
        let velocity = position.velocity(&s.v).unwrap();
        close_within(velocity.momentum_about_com(), expected, scale);
        let mass = velocity.total_mass();
        close(times(&jacobian, &s.v), expected.force.scale(1.0 / mass), 1e-11);
        close(velocity.com_velocity(), expected.force.scale(1.0 / mass), 1e-12);
    });
}

// oracle: momentum and mass centre by dual numbers along the motion
#[test]
fn rates_are_those_of_the_momentum() {
    each(|model, s| {
        let dual = model.cast::<Rate>();
        let (q, v) = (moving_coordinates(model, &s.q, &s.v), moving(&s.v, &s.a));
        let mut dual_ws = Workspace::new(&dual);
        let along = stage(&mut dual_ws, &dual, &q, &v);
        let expected = along.momentum_about_com().map(|x| x.parts[0]);
        let velocity = along.center_of_mass().map(|x| x.parts[0]);
        let acceleration = along.com_velocity().map(|x| x.parts[0]);

        let mut matrix = vec![0.0; 6 * model.nv()];
        let mut ws = Workspace::new(model);
        ws.position(model, &s.q).unwrap().centroidal_momentum_matrix(&mut matrix).unwrap();
        let mut stage = stage(&mut ws, model, &s.q, &s.v);
        close(stage.com_velocity(), velocity, 1e-11);
        let bias = stage.centroidal_momentum_bias();
        let sum = Wrench::from_array(std::array::from_fn(|i| times(&matrix, &s.a)[i])) + bias;
        let stage = stage.acceleration(&s.a, Loads::NONE).unwrap();
        let size = 1e-11 * (1.0 + largest(expected) + largest(bias) + largest(stage.momentum().moment));
        close_within(stage.momentum_rate_about_com(), expected, size);
        close_within(sum, expected, size);
        close_within(stage.com_acceleration(), acceleration, 1e-11 * (1.0 + largest(acceleration)));
    });
}
