/** People who make an answer of about eight megabytes with few of them: each has the address of a picture, a long one. */
export const eightMegabytes = Array.from({ length: 5_000 }, (_, i) => ({
  email: `m${i}@example.com`,
  name: `Member ${i}`,
  avatar: `https://example.com/${i}/${'x'.repeat(1_480)}`,
}))
