// Covers docs/requirements.md: 511

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { show } from '../../../tests/support/components/show.tsx'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { resetPhone } from '../../../tests/support/phone/phone.ts'
import { setWorkerRefused } from '../../pwa/workerRefused.ts'
import { CaptureAdvice } from './CaptureAdvice.tsx'

beforeEach(async () => {
  localStorage.clear()
  await resetPhone()
})
afterEach(() => Reflect.deleteProperty(navigator, 'standalone'))

test('requirement 19: a wrong clock is said before the shutter, with what to do', async () => {
  localStorage.setItem('clockOffset', String(-600_000))
  const screen = await show(<CaptureAdvice meterId={3} trouble={null} />)
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('この端末の時計が約10分遅れています。端末の設定で日時を自動にしてください。')
})

test('requirement 9: in a tab on iOS installing is advised before the first capture, until it is closed', async () => {
  Object.defineProperty(navigator, 'standalone', { value: false, configurable: true })
  const screen = await show(<CaptureAdvice meterId={3} trouble={null} />)
  const advice = screen.getByRole('note')
  await expect.element(advice).toMatchTextContent(/「ホーム画面に追加」/)
  await advice.getByRole('button', { name: '閉じる' }).click()
  await expect.element(advice).not.toBeInTheDocument()
})

test('a browser that refuses service workers says once that it cannot photograph offline', async () => {
  setWorkerRefused()
  const screen = await show(<CaptureAdvice meterId={3} trouble={null} />)
  const advice = screen.getByRole('note')
  await expect.element(advice).toMatchTextContent(/電波のない所で撮影できません/)
  await advice.getByRole('button', { name: '閉じる' }).click()
  await expect.element(advice).not.toBeInTheDocument()
  await screen.unmount()
  const again = await show(<CaptureAdvice meterId={3} trouble="full" />)
  await expect.element(again.getByRole('alert')).toBeVisible()
  await expect.element(again.getByRole('note')).not.toBeInTheDocument()
})

test('a browser that stores nothing says so before the shutter, with what works instead, and nothing else about offline', async () => {
  setWorkerRefused()
  const advice = <CaptureAdvice meterId={3} trouble="refused" />
  const screen = await showRouted(new QueryClient(), advice, ['/data/$meterId'])
  const told = screen.getByRole('alert')
  await expect
    .element(told)
    .toMatchTextContent(
      'このウィンドウでは写真を端末に保存できないため、撮影できません。値と写真は、データの画面の「データを追加」から送信できます。',
    )
  await expect
    .element(told.getByRole('link', { name: 'データの画面を開く' }))
    .toHaveAttribute('href', '/data/3')
  await expect.element(screen.getByRole('note')).not.toBeInTheDocument()
})
