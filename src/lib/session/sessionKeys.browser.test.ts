import { beforeEach, expect, test } from 'vitest'
import { readSession, refreshSession, writeSession } from '../../../offline/storedSession.ts'
import { inspector, resetPhone, signIn } from '../../../tests/support/phone/phone.ts'
import { uploads } from '../../../tests/support/phone/uploads.ts'
import { refreshTokenStore } from './sessionKeys.ts'

beforeEach(resetPhone)

test('a page that goes before it has written the renewed session renews with the token that it got', async () => {
  const { access, refresh, origin, set, record } = uploads()
  await signIn(inspector, { access })
  refreshTokenStore.write(refresh, access)
  await set({ expire: true })
  const before = await readSession()
  await refreshSession(access, { origin, tokenStore: refreshTokenStore })
  if (before === null) throw new Error('nobody is signed in')
  await writeSession(before)
  expect(await refreshSession(access, { origin, tokenStore: refreshTokenStore })).toMatchObject({
    outcome: 'fresh',
  })
  expect((await record()).refreshes).toBe(2)
})
