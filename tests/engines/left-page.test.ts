// Covers docs/requirements.md: 551

import { afterAll, beforeAll, test } from 'vitest'
import type { CampaignPhone } from '../faults/campaign/phone.ts'
import { openWebKitPhone } from '../faults/campaign/webkit.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { startCaddy, type TlsProxy } from '../support/server/caddy.ts'

let site: Site
let secure: TlsProxy
beforeAll(async () => {
  site = await openSite()
  secure = await startCaddy(new URL(site.origin).host)
})
afterAll(async () => {
  await secure.close()
  await site.close()
})

test('in WebKit a page that was left in the middle of a write does not hold up the next one', async () => {
  const phone = await openWebKitPhone(secure.origin)
  try {
    await leaveInMidWrite(phone)
    expect(await phone.run(writeOnce)).toBe('written')
    expect(await phone.run(isOfWorker)).toBe(true)
    await leaveInMidWrite(phone)
    expect(await phone.run(writeOnce), 'with pages from the worker').toBe('written')
  } finally {
    await phone.close()
  }
})

async function leaveInMidWrite(phone: CampaignPhone): Promise<void> {
  expect(await phone.goto('/login')).toBeNull()
  await phone.run(writeOn)
  expect(await phone.goto('/qr-code')).toBeNull()
}

/** Writes on and on. Resolves while a transaction is under way. Runs in the page. */
function writeOn(): Promise<void> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('left-page', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('bytes')
    opening.onsuccess = () => {
      let [begun, ended] = [0, 0]
      setInterval(() => {
        const transaction = opening.result.transaction('bytes', 'readwrite')
        transaction.objectStore('bytes').put(new ArrayBuffer(2_000_000), 1)
        begun += 1
        transaction.oncomplete = () => {
          ended += 1
          if (ended >= 20 && begun > ended) resolve()
        }
      }, 5)
    }
  })
}

/** Runs in the page. */
function writeOnce(): Promise<string> {
  return new Promise((resolve) => {
    setTimeout(() => resolve('still waiting'), 30_000)
    const opening = indexedDB.open('left-page', 1)
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('bytes', 'readwrite')
      transaction.objectStore('bytes').put(new ArrayBuffer(1), 2)
      transaction.oncomplete = () => resolve('written')
    }
  })
}

/** Waits until the worker answers for the next pages. Runs in the page. */
async function isOfWorker(): Promise<boolean> {
  await navigator.serviceWorker.ready
  if (navigator.serviceWorker.controller === null)
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    })
  return navigator.serviceWorker.controller !== null
}
