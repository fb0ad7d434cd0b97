import { describe, expect, it } from 'vitest'
import type { OpenPath } from '../contract/push.ts'
import { openApp, showPush } from './notifications.ts'
import type { WorkerScope } from './scope.ts'

// The browser is a stub: scripts cannot press a notification. tests/e2e/notifications.test.ts shows a push in
// a real one.

const origin = 'https://kenshin.example.com'

/** A browser with these pages open; records what was called. */
function browser(...pages: string[]) {
  const done: string[] = []
  const windows = pages.map((url) => ({
    url,
    focus: async () => done.push(`focus ${url}`),
    postMessage: ({ type, path }: OpenPath) => done.push(`${type} ${path}`),
  }))
  const scope = {
    location: { origin },
    clients: {
      matchAll: async () => windows,
      openWindow: async (path: string) => done.push(`open ${path}`),
    },
    registration: {
      showNotification: async (title: string, options: { tag: string; data: { url: string } }) =>
        done.push(`show ${title} ${options.tag} ${options.data.url}`),
    },
  }
  return { done, scope: scope as unknown as WorkerScope }
}

const press = (data: unknown) => ({ notification: { data, close: () => {} } }) as unknown as NotificationEvent

describe('pressing a notification', () => {
  it.each([
    [['/alerts'], { url: '/alerts' }, [`focus ${origin}/alerts`]],
    [['/meters', '/alerts?tab=past'], { url: '/alerts' }, [`focus ${origin}/alerts?tab=past`]],
    [
      ['/alerts?tab=past', '/meters'],
      { url: '/alerts?tab=occurring&alert=1&value=2' },
      [`focus ${origin}/alerts?tab=past`, 'lead /alerts?tab=occurring&alert=1&value=2'],
    ],
    [
      ['/alerts', '/alerts?alert=1'],
      { url: '/alerts?alert=1' },
      [`focus ${origin}/alerts?alert=1`, 'lead /alerts?alert=1'],
    ],
    // A page with possible unsaved work.
    [['/capture-meter-value/3'], { url: '/alerts?alert=1' }, [`open ${origin}/alerts?alert=1`]],
    [[], { url: '/alerts?alert=1' }, [`open ${origin}/alerts?alert=1`]],
    [[], undefined, ['open /']],
    [['/meters'], undefined, [`focus ${origin}/meters`]],
    [['/meters'], { url: 'https://elsewhere.example.com/x?alert=1' }, [`focus ${origin}/meters`]],
    [[], { url: '//elsewhere.example.com/x' }, ['open /']],
    [[], { url: '/.//elsewhere.example.com/x' }, [`open ${origin}//elsewhere.example.com/x`]],
  ])('with %j open, leading by %j: %j', async (paths, data, expected) => {
    const { scope, done } = browser(...paths.map((path) => origin + path))
    await openApp(scope, press(data))
    expect(done).toEqual(expected)
  })
})

describe('a push', () => {
  const push = async (json: (() => unknown) | null) => {
    const { scope, done } = browser()
    await showPush(scope, { data: json && { json } } as unknown as PushEvent)
    return done
  }

  it('shows what it says', async () => {
    const message = { title: '異常: ポンプ', body: '測定値: 1', tag: 'alert-1', url: '/alerts' }
    expect(await push(() => message)).toEqual(['show 異常: ポンプ alert-1 /alerts'])
  })

  it.each([
    ['nothing', null],
    ['broken text', () => JSON.parse('{')],
    ['a message of another version', () => ({ text: 'x' })],
  ])('of %s shows that there is something', async (_what, json) => {
    expect(await push(json)).toEqual(['show 検針からのお知らせ unreadable /alerts'])
  })
})
