// Covers docs/requirements.md: 164, 723

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSession, watchSession } from '../../../offline/storedSession.ts'
import { show } from '../../../tests/support/components/show.tsx'
import { inspector, resetPhone, signIn } from '../../../tests/support/phone/phone.ts'
import { noteServerTime } from '../../lib/session/clockOffset.ts'
import { refreshTokenStore } from '../../lib/session/sessionKeys.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { warnOfSessionEnd } from './warnOfSessionEnd.ts'

beforeEach(async () => {
  sessionStorage.clear()
  await resetPhone()
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
  notify.clear()
})

const minute = 60_000

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minute)

/** An access key with this expiry, as the server signs it. */
const keyUntil = (end: Date) =>
  `header.${btoa(JSON.stringify({ exp: Math.floor(end.getTime() / 1000) }))}.signature`

test('a session that nobody can renew says when it ends, and is begun anew by a press', async () => {
  // The device's clock is 20 minutes ahead, so that the session seems to have ended.
  vi.useFakeTimers({ now: Date.parse('2026-11-20T06:20:00Z'), toFake: ['Date'] })
  noteServerTime(new Headers({ date: new Date('2026-11-20T06:00:00Z').toUTCString() }))
  await signIn(inspector, { access: keyUntil(new Date('2026-11-20T06:12:00Z')) })
  const screen = await show(null)
  await warnOfSessionEnd('Asia/Kolkata')
  const note = screen.getByRole('alert')
  await expect.element(note).toMatchTextContent(/ログインは 11:42 に終わります.*写真や値は端末に残ります/)
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
  await warnOfSessionEnd('Asia/Tokyo')
  expect(notify.isShown('session-end')).toBe(false)
})
