/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the functions of chlo are computed with. The coefficients of erf, erfc and bessel_i1e are those of Cephes (of erf in f32 a fit of
 * seven over five terms), of erf_inv those of Giles, of the gamma functions Lanczos' with g = 7 and nine terms. */
#include "chlo/formula.h"

/* |x| of at least 1 in f64, and its parts for less. */
#define ERF_SMALL_F64                                                                                                  \
	"z = x * x; small = x * poly(z, 9.60497373987051638749, 90.0260197203842689217, 2232.00534594684319226,"          \
	" 7003.32514112805075473, 55592.3013010394962768) / poly(z, 1, 33.5617141647503099647, 521.357949780152679795,"   \
	" 4594.32382970980127987, 22629.0000613890934246, 49267.3942608635921086);"
#define ERFC_LARGE_F64                                                                                                 \
	"m = -(x * x); e = exponential(m); a = abs(x);"                                                                   \
	"near = e * poly(a, 2.46196981473530512524e-10, 0.564189564831068821977, 7.46321056442269912687,"                 \
	" 48.6371970985681366614, 196.520832956077098242, 526.445194995477358631, 934.528527171957607540,"                \
	" 1027.55188689515710272, 557.535335369399327526) / poly(a, 1, 13.2281951154744992508, 86.7072140885989742329,"   \
	" 354.937778887819891062, 975.708501743205489753, 1823.90916687909736289, 2246.33760818710981792,"                \
	" 1656.66309194161350182, 557.535340817727675546);"                                                               \
	"far = e * poly(a, 0.564189583547755073984, 1.27536670759978104416, 5.01905042251180477414,"                      \
	" 6.16021097993053585195, 7.40974269950448939160, 2.97886665372100240670) / poly(a, 1, 2.26052863220117276590,"   \
	" 9.39603524938001434673, 12.0489539808096656605, 17.0814450747565897222, 9.60896809063285878198,"                \
	" 3.36907645100081516050);"                                                                                       \
	"c = select(m < -709.78271289338397, 0, select(a < 8, near, far)); large = select(x < 0, 2 - c, c);"

#define ERF_F32                                                                                                        \
	"t = clamp(-4, x, 4); z = t * t; clamp(-1, t * poly(z, -2.72614225801306e-10, 2.77068142495902e-08,"              \
	" -2.10102402082508e-06, -5.69250639462346e-05, -7.34990630326855e-04, -2.95459980854025e-03,"                    \
	" -1.60960333262415e-02) / poly(z, -1.45660718464996e-05, -2.13374055278905e-04, -1.68282697438203e-03,"          \
	" -7.37332916720468e-03, -1.42647390514189e-02), 1)"
#define ERFC_F32                                                                                                       \
	"z = x * x; m = -z; a = abs(x); q = 1 / z;"                                                                       \
	"p = select(a < 2, poly(q, 2.326819970068386e-2, -1.387039388740657e-1, 3.687424674597105e-1,"                    \
	" -5.824733027278666e-1, 6.210004621745983e-1, -4.944515323274145e-1, 3.404879937665872e-1,"                      \
	" -2.741127028184656e-1, 5.638259427386472e-1), poly(q, -1.047766399936249e+1, 1.297719955372516e+1,"             \
	" -7.495518717768503, 2.921019019210786, -1.015265279202700, 4.218463358204948e-1, -2.820767439740514e-1,"        \
	" 5.641895067754075e-1));"                                                                                        \
	"c = select(m < -88.7228390520683, 0, exponential(m) * (1 / a) * p);"                                             \
	"small = 1 - x * poly(z, 7.853861353153693e-5, -8.010193625184903e-4, 5.188327685732524e-3,"                      \
	" -2.685381193529856e-2, 1.128358514861418e-1, -3.761262582423300e-1, 1.128379165726710);"                        \
	"select(a < 1, small, select(x < 0, 2 - c, c))"

#define ERF_INV_F32                                                                                                    \
	"w = -log_plus_one(x * -x); p = w < 5; v = select(p, w - 2.5, sqrt(w) - 3);"                                      \
	"select(abs(x) == 1, x * inf, choose(p, v, 2.81022636e-08, -0.000200214257, 3.43273939e-07, 0.000100950558,"      \
	" -3.5233877e-06, 0.00134934322, -4.39150654e-06, -0.00367342844, 0.00021858087, 0.00573950773, -0.00125372503,"  \
	" -0.0076224613, -0.00417768164, 0.00943887047, 0.246640727, 1.00167406, 1.50140941, 2.83297682) * x)"
/* Three fits: 23 coefficients for w < 6.25, 19 for w < 16, 17 beyond. */
#define ERF_INV_F64                                                                                                    \
	"w = -log_plus_one(x * -x); p = w < 6.25; q = w < 16; s = sqrt(w);"                                              \
	"v = select(p, w - 3.125, s - select(q, 3.25, 5));"                                                              \
	"select(abs(x) == 1, x * inf, giles(p, q, v, -3.6444120640178196996e-21, -1.685059138182016589e-19, 1.2858480715256400167e-18,"        \
	" 1.115787767802518096e-17, -1.333171662854620906e-16, 2.0972767875968561637e-17, 6.6376381343583238325e-15,"     \
	" -4.0545662729752068639e-14, -8.1519341976054721522e-14, 2.6335093153082322977e-12, -1.2975133253453532498e-11," \
	" -5.4154120542946279317e-11, 1.051212273321532285e-09, -4.1126339803469836976e-09, -2.9070369957882005086e-08,"  \
	" 4.2347877827932403518e-07, -1.3654692000834678645e-06, -1.3882523362786468719e-05, 0.0001867342080340571352,"   \
	" -0.00074070253416626697512, -0.0060336708714301490533, 0.24015818242558961693, 1.6536545626831027356,"                                                       \
	"2.2137376921775787049e-09, 9.0756561938885390979e-08, -2.7517406297064545428e-07,"       \
	" 1.8239629214389227755e-08, 1.5027403968909827627e-06, -4.013867526981545969e-06, 2.9234449089955446044e-06,"    \
	" 1.2475304481671778723e-05, -4.7318229009055733981e-05, 6.8284851459573175448e-05, 2.4031110387097893999e-05,"   \
	" -0.0003550375203628474796, 0.00095328937973738049703, -0.0016882755560235047313, 0.0024914420961078508066,"     \
	" -0.0037512085075692412107, 0.005370914553590063617, 1.0052589676941592334, 3.0838856104922207635,"                                                                                       \
	"-2.7109920616438573243e-11, -2.5556418169965252055e-10, 1.5076572693500548083e-09,"            \
	" -3.7894654401267369937e-09, 7.6157012080783393804e-09, -1.4960026627149240478e-08, 2.9147953450901080826e-08,"  \
	" -6.7711997758452339498e-08, 2.2900482228026654717e-07, -9.9298272942317002539e-07, 4.5260625972231537039e-06,"  \
	" -1.9681778105531670567e-05, 7.5995277030017761139e-05, -0.00021503011930044477347, -0.00013871931833623122026," \
	" 1.0103004648645343977, 4.8499064014085844221) * x)"

#define LANCZOS                                                                                                        \
	"z = select(x < 0.5, -x, x - 1); z1 = z + 1; z2 = z + 2; z3 = z + 3; z4 = z + 4; z5 = z + 5; z6 = z + 6; z7 = z + 7;" \
	"z8 = z + 8; b = 0.99999999999980993 + 676.5203681218851 / z1 + -1259.1392167224028 / z2 + 771.32342877765313 / z3"   \
	" + -176.61502916214059 / z4 + 12.507343278686905 / z5 + -0.13857109526572012 / z6 + 9.9843695780195716e-6 / z7"      \
	" + 1.5056327351493116e-7 / z8; t = 7.5 + z; l = 2.01490302054226471 + log_plus_one(z / 7.5);"
#define LGAMMA                                                                                                         \
	LANCZOS "g = 0.91893853320467266954 + (z + 0.5 - t / l) * l + log(b); m = abs(x); f = m - floor(m);"              \
		"s = log(sine(pi * select(0.5 < f, 1 - f, f)));"                                                          \
		"select(m == inf, inf, select(x < 0.5, select(is_finite(s), 1.1447298858494001741 - s - g, -s), g))"
#define DIGAMMA                                                                                                        \
	LANCZOS "d = 0 - 676.5203681218851 / (z1 * z1) - -1259.1392167224028 / (z2 * z2) - 771.32342877765313 / (z3 * z3)" \
		" - -176.61502916214059 / (z4 * z4) - 12.507343278686905 / (z5 * z5) - -0.13857109526572012 / (z6 * z6)"   \
		" - 9.9843695780195716e-6 / (z7 * z7) - 1.5056327351493116e-7 / (z8 * z8);"                               \
		"g = l + d / b - 7 / t; r = pi * (x + abs(floor(x + 0.5)));"                                              \
		"select(and(x <= 0, x == floor(x)), nan, select(x < 0.5, g - pi * cosine(r) / sine(r), g))"

/* The term of zeta's sum at y + N, and a factor of its Euler-Maclaurin tail. */
#define TERM(n, before) "p" #n " = power(y + " #n ", -x); s" #n " = s" #before " + p" #n ";"
#define TAIL(n, before, a, b, c)                                                                                       \
	"h" #n " = (x + " #a ") * (x + " #b ") * v * (h" #before " + 1 / " #c ");"
#define ZETA                                                                                                           \
	"s0 = power(y, -x);" TERM(1, 0) TERM(2, 1) TERM(3, 2) TERM(4, 3) TERM(5, 4) TERM(6, 5) TERM(7, 6) TERM(8, 7) TERM(9, 8) \
	"k = y + 10; p = power(k, -x); v = 1 / (k * k); h0 = 0;"                                                          \
	TAIL(1, 0, 22, 21, -7.1661652561756670113e18) TAIL(2, 1, 20, 19, 1.8152105401943546773e17)                        \
	TAIL(3, 2, 18, 17, -4.5979787224074726105e15) TAIL(4, 3, 16, 15, 1.1646782814350067249e14)                        \
	TAIL(5, 4, 14, 13, -2.950130727918164224e12) TAIL(6, 5, 12, 11, 7.47242496e10)                                    \
	TAIL(7, 6, 10, 9, -1.8924375803183791606e9) TAIL(8, 7, 8, 7, 47900160)                                            \
	TAIL(9, 8, 6, 5, -1209600) TAIL(10, 9, 4, 3, 30240) TAIL(11, 10, 2, 1, -720)                                      \
	"r = select(abs(p) < abs(s9) * epsilon, s9, s9 + p * k / (x - 1) + p * (0.5 + x / k * (1 / 12 + h11)));"          \
	"w = x == floor(x); q = select(and(y <= 0, not(w)), nan, select(x < 1, nan, r));"                                 \
	"o = select(and(y <= 0, y == floor(y)), select(and(w, remainder(x, 2) == 0), inf, nan), q);"                      \
	"select(x == 1, inf, o)"

#define BESSEL(a, b)                                                                                                   \
	"a = abs(x); sign(x) * select(a <= 8, a * chebyshev(0.5 * a - 2, " a "), chebyshev(32 / a - 2, " b ") / sqrt(a))"
#define BESSEL_NEAR                                                                                                    \
	"9.38153738649577178388e-9, -4.44505912879632808065e-8, 2.00329475355213526229e-7, -8.56872026469545474066e-7,"   \
	" 3.47025130813767847674e-6, -1.32731636560394358279e-5, 4.78156510755005422638e-5, -1.61760815825896745588e-4,"  \
	" 5.12285956168575772895e-4, -1.51357245063125314899e-3, 4.15642294431288815669e-3, -1.05640848946261981558e-2,"  \
	" 2.47264490306265168283e-2, -5.29459812080949914269e-2, 1.02643658689847095384e-1, -1.76416518357834055153e-1,"  \
	" 2.52587186443633654823e-1"
#define BESSEL_FAR                                                                                                     \
	"-3.83538038596423702205e-9, -2.63146884688951950684e-8, -2.51223623787020892529e-7, -3.88256480887769039346e-6," \
	" -1.10588938762623716291e-4, -9.76109749136146840777e-3, 7.78576235018280120474e-1"
#define BESSEL_NEAR_F64                                                                                                \
	"2.77791411276104639959e-18, -2.11142121435816608115e-17, 1.55363195773620046921e-16, -1.10559694773538630805e-15," \
	" 7.60068429473540693410e-15, -5.04218550472791168711e-14, 3.22379336594557470981e-13, -1.98397439776494371520e-12," \
	" 1.17361862988909016308e-11, -6.66348972350202774223e-11, 3.62559028155211703701e-10, -1.88724975172282928790e-9,"  \
	BESSEL_NEAR
#define BESSEL_FAR_F64                                                                                                 \
	"7.51729631084210481353e-18, 4.41434832307170791151e-18, -4.65030536848935832153e-17, -3.20952592199342395980e-17,"  \
	" 2.96262899764595013876e-16, 3.30820231092092828324e-16, -1.88035477551078244854e-15, -3.81440307243700780478e-15," \
	" 1.04202769841288027642e-14, 4.27244001671195135429e-14, -2.10154184277266431302e-14, -4.08355111109219731823e-13," \
	" -7.19855177624590851209e-13, 2.03562854414708950722e-12, 1.41258074366137813316e-11, 3.25260358301548823856e-11,"  \
	" -1.89749581235054123450e-11, -5.58974346219658380687e-10," BESSEL_FAR

/* sqrt(P * P + s * s) without overflow, as NAME. */
#define HYPOT(name, p)                                                                                                 \
	"u" #name " = abs(" p "); g" #name " = maximum(u" #name ", s); l" #name " = minimum(u" #name ", s);"              \
	"q" #name " = l" #name " / g" #name "; q" #name "2 = q" #name " * q" #name "; t" #name " = sqrt(1 + q" #name "2);" \
	#name " = select(g" #name " == l" #name ", 1.4142135623730951 * g" #name ", select(and(t" #name " == 1, q" #name  \
	"2 > 0), g" #name " + g" #name " * q" #name "2 / 2, g" #name " * t" #name "));"
/* Hull, Fairgrieve and Tang, "Implementing the complex arcsine and arccosine functions using exception handling". */
#define ASIN_ACOS                                                                                                      \
	"a = real(x); r = abs(a); s = abs(imag(x)); limit = sqrt(largest) / 8; p = r + 1; m = r - 1;" HYPOT(R, "p") HYPOT(S, "m") \
	"A = 0.5 * (R + S); c = 0.5 * (A + r); y2 = s * s; Rp = R + p; Sm = S - m; Sp = S + m;"                           \
	"re = select(maximum(r, s) >= limit, s, select(r <= 1, sqrt(c * (y2 / Rp + Sm)), s * sqrt(c / Rp + c / Sp)));"    \
	"far = select(r < limit * 1e12, limit * 1e-6, limit * 100); over = s >= far; u = select(over, s, r);"             \
	"v = select(over, far, limit); w = select(and(over, not(s == inf)), r / s, 0);"                                   \
	"large = log(2) + log(u) + 0.5 * log_plus_one(w * w); tiny = and(s < sqrt(least) * 4, r < 1); A1 = A + 1;"        \
	"h = 0.5 * y2; i = h / Rp;"                                                                                       \
	"n = select(tiny, -(p * m / A1), select(r >= 1, i + 0.5 * Sp, select(A <= 1.5, i + h / Sm, A - 1)));"             \
	"g = sqrt(n * A1); complex(re, select(u >= v, large, select(tiny, s / g, log_plus_one(n + g))))"

#define ATANH_COMPLEX                                                                                                  \
	"a = real(x); b = imag(x); m = abs(a); n = abs(b); f = {16777218|9007199254740994}; c = f * f;"                   \
	"small = and(m < c, n < c); d = 1 - m; b2 = b * b;"                                                               \
	"infinite = or(or(a == inf, a == -inf), or(b == inf, b == -inf));"                                                \
	"t = select(small, m / (d * d + b2), select(n * f < m, 1 / m, select(infinite, 0, 1 / (m / b + b / m) / b)));"    \
	"re = select(a >= 0, 1, -1) * log_plus_one(4 * t) * 0.25;"                                                        \
	"complex(re, select(small, atan2(b + b, d * (1 + m) - b2), select(b >= 0, 1, -1) * pi) * 0.5)"

#define KERNEL "a = real(x); b = imag(x); k = chlo__asin_acos_kernel(x);"

static const struct {
	enum mlirbc_stablehlo_code code;
	struct shlo__formula_row row;
} rows[] = {
	{ MLIRBC_CHLO__asin_acos_kernel, { .complex = ASIN_ACOS } },
	{ MLIRBC_CHLO_acos, { .real = "atan2(sqrt((1 - x) * (1 + x)), x)",
		.complex = KERNEL "complex(atan2(real(k), a), select(b < 0, imag(k), -imag(k)))" } },
	{ MLIRBC_CHLO_acosh, { .real = "s = sqrt(x - 1); select(x >= largest / 2, log(2) + log(x), log_plus_one(s * (sqrt(x + 1) + s)))",
		.complex = KERNEL "t = atan2(real(k), a); complex(imag(k), select(b < 0, -t, t))" } },
	{ MLIRBC_CHLO_asin, { .real = "t = atan2(x, 1 + sqrt((1 - x) * (1 + x))); t + t",
		.complex = KERNEL "complex(atan2(a, real(k)), select(b < 0, -imag(k), imag(k)))" } },
	{ MLIRBC_CHLO_asinh, { .real = "a = abs(x); z = a * a; sign(x) * select(a >= sqrt(largest), log(2) + log(a),"
				" log_plus_one(a + z / (1 + sqrt(1 + z))))",
		.complex = "a = real(x); b = imag(x); k = chlo__asin_acos_kernel(complex(-b, a));"
			   "complex(select(a < 0, -imag(k), imag(k)), atan2(b, real(k)))" } },
	{ MLIRBC_CHLO_atan, { .real = "atan2(x, 1)",
		.complex = "a = real(x); k = chlo_atanh(complex(-imag(x), a)); complex(imag(k), -real(k))" } },
	{ MLIRBC_CHLO_atanh, { .real = "select(abs(x) > 1, nan, (log_plus_one(x) - log_plus_one(-x)) * 0.5)", .complex = ATANH_COMPLEX } },
	{ MLIRBC_CHLO_bessel_i1e, { .real = BESSEL(BESSEL_NEAR_F64, BESSEL_FAR_F64),
		.single = BESSEL(BESSEL_NEAR, BESSEL_FAR), .upcast = true } },
	{ MLIRBC_CHLO_conj, { .real = "x", .complex = "a = real(x); complex(a, -imag(x))" } },
	{ MLIRBC_CHLO_cosh, { .real = "h = log(0.5); exponential(x + h) + exponential(h - x)",
		.complex = "h = log(0.5); exponential(x + h) + exponential(h - x)", .upcast = true } },
	{ MLIRBC_CHLO_digamma, { .real = DIGAMMA, .upcast = true } },
	{ MLIRBC_CHLO_erf, { .real = ERF_SMALL_F64 ERFC_LARGE_F64 "select(abs(x) < 1, small, 1 - large)",
		.single = ERF_F32, .upcast = true } },
	{ MLIRBC_CHLO_erf_inv, { .real = ERF_INV_F64, .single = ERF_INV_F32, .upcast = true } },
	{ MLIRBC_CHLO_erfc, { .real = ERF_SMALL_F64 ERFC_LARGE_F64 "select(abs(x) < 1, 1 - small, large)",
		.single = ERFC_F32, .upcast = true } },
	{ MLIRBC_CHLO_is_inf, { .real = "abs(x) == inf" } },
	{ MLIRBC_CHLO_is_neg_inf, { .real = "x == -inf" } },
	{ MLIRBC_CHLO_is_pos_inf, { .real = "x == inf" } },
	{ MLIRBC_CHLO_lgamma, { .real = LGAMMA, .upcast = true } },
	{ MLIRBC_CHLO_polygamma, { .real = "s = 2 * remainder(x, 2) - 1; n = x + 1;"
				    "r = select(x == 0, chlo_digamma(y), s * exponential(chlo_lgamma(n)) * chlo_zeta(n, y));"
				    "select(or(x < 0, x != floor(x)), nan, r)", .upcast = true } },
	{ MLIRBC_CHLO_sinh, { .real = "h = log(0.5); e = exponential_minus_one(x); select(abs(x) < 1, 0.5 * (e + e / (e + 1)),"
			       " exponential(x + h) - exponential(h - x))",
		.complex = "h = log(0.5); exponential(x + h) - exponential(h - x)", .upcast = true } },
	{ MLIRBC_CHLO_square, { .real = "x * x",
		.complex = "a = real(x); b = imag(x); complex(select(and(is_finite(a), abs(a) == abs(b)), 0, (a - b) * (a + b)),"
			   " 2 * (a * b))" } },
	{ MLIRBC_CHLO_tan, { .real = "tan(x)", .complex = "tan(x)" } },
	{ MLIRBC_CHLO_zeta, { .real = ZETA, .upcast = true } },
};

bool shlo__formula_of(enum mlirbc_stablehlo_code code, struct shlo__formula_row *out)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (rows[i].code == code) {
			*out = rows[i].row;
			return true;
		}
	}
	return false;
}
