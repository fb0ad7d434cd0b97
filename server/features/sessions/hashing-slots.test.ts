import { expect, it } from 'vitest'
import { withHashingSlot } from './hashing-slots.ts'

it('refuses one caller who sends many at once, and lets another wait for its turn', async () => {
  const held = Promise.withResolvers<void>()
  const work = () => held.promise
  const all = Array.from({ length: 40 }, () => withHashingSlot({ address: '192.0.2.1' }, work))
  const other = withHashingSlot({ address: '192.0.2.2' }, async () => 'done')
  await expect(Promise.any(all.slice(20))).rejects.toMatchObject({
    errors: expect.arrayContaining([expect.objectContaining({ code: 'too_many_requests' })]),
  })
  held.resolve()
  expect(await other).toBe('done')
  expect(
    (await Promise.allSettled(all)).filter(({ status }) => status === 'fulfilled').length,
  ).toBeGreaterThan(8)
})

it('refuses whoever comes when too many wait, from however many addresses', async () => {
  const held = Promise.withResolvers<void>()
  const all = Array.from({ length: 100 }, (_, host) =>
    withHashingSlot({ address: `192.0.2.${host}` }, () => held.promise),
  )
  await expect(Promise.any(all.slice(60))).rejects.toMatchObject({
    errors: expect.arrayContaining([
      expect.objectContaining({ name: 'LimitReachedError', isOwnerLimit: false }),
    ]),
  })
  held.resolve()
  await Promise.allSettled(all)
})

it('goes on after work that failed', async () => {
  const failing = withHashingSlot({ address: '192.0.2.1' }, async () => {
    throw new Error('failed')
  })
  const next = withHashingSlot({ address: '192.0.2.1' }, async () => 'done')
  await expect(failing).rejects.toThrow('failed')
  expect(await next).toBe('done')
})

it('takes turns between those who are known and strangers, however many these are', async () => {
  const held = Promise.withResolvers<void>()
  const done: string[] = []
  const strangers = Array.from({ length: 60 }, (_, host) =>
    withHashingSlot({ address: `192.0.2.${host}` }, async () => {
      await held.promise
      done.push('stranger')
    }),
  )
  const known = withHashingSlot({ known: 'device' }, async () => done.push('known'))
  held.resolve()
  await known
  expect(done.length).toBeLessThan(10)
  await Promise.allSettled(strangers)
  expect(done.length).toBeGreaterThan(50)
})
