import { expect, it } from 'vitest'
import { hashPassword, isPassword } from './hash-password.ts'

it('knows a password by its argon2id hash, in OWASP’s measure', async () => {
  const kept = await hashPassword('正しい馬')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await hashPassword('正しい馬')).not.toBe(kept)
  expect(await isPassword(kept, '正しい馬')).toBe(true)
  expect(await isPassword(kept, '正しい鹿')).toBe(false)
})

it('compares also where there is no account, so that the time tells nothing', async () => {
  const kept = await hashPassword('one')
  await isPassword(null, 'decoy is made')
  const spent: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  for (let round = 0; round < 5; round++) {
    const began = performance.now()
    expect(await isPassword(kept, 'decoy')).toBe(false)
    const between = performance.now()
    expect(await isPassword(null, 'decoy')).toBe(false)
    spent.known.push(between - began)
    spent.unknown.push(performance.now() - between)
  }
  // Without the comparison it is a thousandth. The shortest rounds were not held up by other work.
  expect(Math.min(...spent.unknown)).toBeGreaterThan(Math.min(...spent.known) / 10)
})
