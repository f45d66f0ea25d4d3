/** Texts with the shape of a secret. Each starts with something fixed, so that few other texts match. */
const SHAPES: [name: string, shape: RegExp][] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/],
  ['a key of a Google service account', /"private_key_id"\s*:\s*"[\da-f]{40}"/],
  ['a Google API key', /\bAIza[\w-]{35}(?![\w-])/],
  ['a Google client secret', /\bGOCSPX-[\w-]{20,}/],
  ['a Google refresh token', /\b1\/\/0[\w-]{30,}/],
  ['an AWS key', /\b(?:AKIA|ASIA)[A-Z\d]{16}\b/],
  ['a GitHub token', /\b(?:gh[pousr]_\w{36,}|github_pat_\w{60,})/],
  ['an npm token', /\bnpm_[A-Za-z\d]{36}\b|_authToken\s*=\s*[^\s$]/],
  ['a Slack token', /\bxox[abeoprs]-[\w-]{10,}/],
  ['a Pacewright key', /\bpw_live_[0-9A-Za-z]{60}\b/],
  ['a Stripe key', /\b[rs]k_live_\w{16,}/],
  ['a signed token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/],
  [
    'a password in an address',
    /\b(?:postgres(?:ql)?|rediss?|https?|amqps?|mongodb(?:\+srv)?):\/\/[^\s:/@"'`]*:[^\s:/@"'`${}…]+@(?!host\b|127\.0\.0\.1|localhost)/,
  ],
  [
    'a value of a secret setting',
    /\b[A-Z_]*(?:SECRET|PASSWORD|TOKEN|TOKEN_KEYS|PRIVATE_KEY)\s*[=:]\s*['"]?(?![\w-]*(?:stand-in|example|no-secret))[\w+/:-]{20,}=*/,
  ],
];

/** Each text with the shape of a secret, as "path:line: kind". The text itself is not repeated. */
export function findSecrets(path: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      SHAPES.filter(([, shape]) => shape.test(line)).map(
        ([name]) => `${path}:${index + 1}: ${name}`,
      ),
    );
}
