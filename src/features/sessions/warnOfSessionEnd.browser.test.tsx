// Covers docs/requirements.md: 164

import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSession, watchSession } from '../../../offline/storedSession.ts'
import { show } from '../../../tests/support/components/show.tsx'
import { inspector, resetPhone, signIn } from '../../../tests/support/phone/phone.ts'
import { refreshTokenStore } from '../../lib/session/sessionKeys.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { warnOfSessionEnd } from './warnOfSessionEnd.ts'

beforeEach(async () => {
  sessionStorage.clear()
  await resetPhone()
})
afterEach(() => notify.clear())

const minute = 60_000

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minute)

/** An access key with this expiry, as the server signs it. */
const keyUntil = (end: Date) =>
  `header.${btoa(JSON.stringify({ exp: Math.floor(end.getTime() / 1000) }))}.signature`

test('a session that nobody can renew says when it ends, and is begun anew by a press', async () => {
  const end = inMinutes(12)
  await signIn(inspector, { access: keyUntil(end) })
  const screen = await show(null)
  await warnOfSessionEnd()
  const time = end.toLocaleTimeString('ja-JP', { hour: '2-digit', minute: '2-digit' })
  const note = screen.getByRole('alert')
  await expect
    .element(note)
    .toMatchTextContent(new RegExp(`ログインは ${time} に終わります.*写真や値は端末に残ります`))
  const ended = new Promise((resolve) => watchSession(resolve))
  await note.getByRole('button', { name: 'ログインし直す' }).click()
  expect(await ended).toBeNull()
  expect(await readSession()).toBeNull()
  await expect.element(note).not.toBeInTheDocument()
})

test.each([
  ['is remembered', { refresh: 'kept' }, () => undefined],
  ['has its token in this tab', {}, (access: string) => refreshTokenStore.write('held', access)],
  [
    'has its token in another tab',
    {},
    (access: string) => {
      const other = new BroadcastChannel('kenshin-renewal')
      other.onmessage = ({ data }) => {
        if (data.whoHas !== access) return
        other.postMessage({ held: access })
        other.close()
      }
    },
  ],
])('a session that %s is not warned of', async (_, kept, hold) => {
  const access = keyUntil(inMinutes(12))
  await signIn(inspector, { access, ...kept })
  hold(access)
  await warnOfSessionEnd()
  expect(notify.isShown('session-end')).toBe(false)
})
