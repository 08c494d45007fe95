"""Student's t distribution for whole degrees of freedom, without a library for statistics.

The distribution function is the finite sum of Abramowitz and Stegun 26.7.3 and 26.7.4; the
quantile inverts it, and takes the normal quantile's expansion 26.7.5 where that is as exact.
"""

from __future__ import annotations

from functools import cache
from math import atan, cos, pi, sin, sqrt
from statistics import NormalDist

EXPANSION_FROM = 100
"""Degrees of freedom from which the expansion's error is below 1e-8 for p in 0.001..0.999."""


def t_cdf(t: float, freedom: int) -> float:
    """The probability of at most `t`; absolute error below 1e-13."""
    angle = atan(t / sqrt(freedom))
    if freedom % 2:
        inside = 2 / pi * (angle + sin(angle) * cos(angle) * _sum(angle, freedom, 2))
        return 0.5 + (inside if freedom > 1 else 2 / pi * angle) / 2
    return 0.5 + sin(angle) * _sum(angle, freedom, 1) / 2


def _sum(angle: float, freedom: int, first: int) -> float:
    """1 + first/(first+1) cos² + first (first+2)/((first+1) (first+3)) cos⁴ + …."""
    total = term = 1.0
    square = cos(angle) ** 2
    for k in range(first, freedom - 2, 2):
        term *= square * k / (k + 1)
        total += term
    return total


@cache
def t_quantile(p: float, freedom: int) -> float:
    """What a t variable stays below with probability p, 0 < p < 1.

    Relative error below 1e-8 for p in 0.001..0.999.
    """
    if p < 0.5:
        return -t_quantile(1 - p, freedom)
    return _expanded(p, freedom) if freedom >= EXPANSION_FROM else _bisected(p, freedom)


def _bisected(p: float, freedom: int) -> float:
    low, high = 0.0, 1.0
    while t_cdf(high, freedom) < p:
        low, high = high, 2 * high
    while (middle := (low + high) / 2) not in (low, high):
        low, high = (middle, high) if t_cdf(middle, freedom) < p else (low, middle)
    return high


def _expanded(p: float, freedom: int) -> float:
    z = NormalDist().inv_cdf(p)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return float(z + sum(term / freedom**n for n, term in enumerate(terms, start=1)))
