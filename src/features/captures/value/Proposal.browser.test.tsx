import { expect, test, vi } from 'vitest'
import { show } from '../../../../tests/support/components/show.tsx'
import type { LocalReadState, PhoneReading } from '../useCaptureFlow.ts'
import { Proposal } from './Proposal.tsx'

const read: PhoneReading = {
  value: 1240,
  position: null,
  registration: 0.97,
  advice: null,
  secondChoice: null,
  ocr: '1240',
  degree: null,
  confidence: 0.95,
  reasons: [],
  frame: { area: null, boxes: [], needle: null, mark: null, text: '1240' },
  unregistered: false,
}
const unread: PhoneReading = { ...read, value: null, ocr: null, confidence: 0.2, reasons: ['blur'] }

const propose = (reading: LocalReadState, gap: string | null = null, isChecking = false) =>
  show(
    <Proposal
      reading={reading}
      value={typeof reading === 'object' ? reading.value : null}
      unit="m³"
      decimalPoint={0}
      abnormal={false}
      gap={gap}
      isChecking={isChecking}
      onAccept={vi.fn()}
      onCorrect={vi.fn()}
      onLeave={vi.fn()}
      onRetake={vi.fn()}
    />,
  )

test('each of three degrees of confidence has a word, a colour and an icon of its own', async () => {
  const looks = []
  for (const [confidence, word] of [
    [0.95, '信頼度 高'],
    [0.8, '信頼度 中'],
    [0.65, '信頼度 低'],
  ] as const) {
    const screen = await propose({ ...read, confidence })
    const pill = screen.getByText(word)
    await expect.element(pill).toBeVisible()
    looks.push({
      ground: getComputedStyle(pill.element()).backgroundColor,
      icon: pill.element().querySelector('svg')?.innerHTML,
    })
    await screen.unmount()
  }
  expect(new Set(looks.map(({ ground }) => ground)).size).toBe(3)
  expect(new Set(looks.map(({ icon }) => icon)).size).toBe(3)
})

test.each([
  ['out of focus', { ...unread, reasons: ['blur' as const] }, '撮り直す', '値を入力'],
  ['between two figures', { ...unread, reasons: ['between digits' as const] }, '値を入力', '撮り直す'],
])('of a picture %s the button that the advice names stands out', async (_, reading, advised, other) => {
  const screen = await propose(reading)
  const ground = (name: string) =>
    getComputedStyle(screen.getByRole('button', { name }).element()).backgroundColor
  await expect.element(screen.getByRole('button', { name: advised })).toBeVisible()
  expect(screen.getByRole('button', { name: advised }).element()).toHaveAttribute('data-variant', 'filled')
  expect(ground(advised)).not.toBe(ground(other))
})

test('a value that earlier readings moved is named with what the picture says', async () => {
  const screen = await propose({ ...read, advice: { seen: 1234, because: ['runs up'] } })
  const notes = screen.getByRole('list', { name: '読取について' })
  await expect
    .element(notes)
    .toHaveTextContent('前回値から補正: 画像では 1,234 m³（画像の値では前回より減ってしまうため）。')
})

test('an unsure value without a reason is still to be checked, a sure one is not', async () => {
  const unsure = await propose({ ...read, confidence: 0.8 })
  const notes = unsure.getByRole('list', { name: '読取について' })
  await expect.element(notes).toHaveTextContent('値を確かめてください。')
  await unsure.unmount()
  const sure = await propose(read)
  await expect.element(sure.getByText('信頼度 高')).toBeVisible()
  await expect.element(sure.getByRole('list', { name: '読取について' })).not.toBeInTheDocument()
})

test('a picture that the server cannot read either is sent without a value', async () => {
  const screen = await propose(unread)
  const notes = screen.getByRole('list', { name: '読取について' })
  await expect.element(notes).toHaveTextContent('ピントが合っていません。撮り直してください。')
  await expect.element(screen.getByRole('button', { name: '写真だけを送信' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'サーバーに任せる' })).not.toBeInTheDocument()
})

test('the server is offered where it knows more than this device', async () => {
  const screen = await propose({ ...unread, unregistered: true })
  await expect.element(screen.getByRole('button', { name: 'サーバーに任せる' })).toBeVisible()
})

test('of a meter that cannot be read nothing is said to be under way', async () => {
  const screen = await propose('not read', '読取位置が未登録です')
  await expect
    .element(screen.getByRole('list', { name: '読取について' }))
    .toMatchTextContent('このメーターは自動で読み取れません。値を入力してください。')
  await expect.element(screen.getByText('読取中…')).not.toBeInTheDocument()
  await expect
    .element(screen.getByRole('button', { name: '値を入力' }))
    .toHaveAttribute('data-variant', 'filled')
  await expect.element(screen.getByRole('button', { name: '写真だけを送信' })).toBeVisible()
})

test('while the server is asked about the photograph it is neither corrected nor taken again', async () => {
  const screen = await propose(read, null, true)
  await expect.element(screen.getByRole('button', { name: '修正', exact: true })).toBeDisabled()
  await expect.element(screen.getByRole('button', { name: '撮り直す' })).toBeDisabled()
})
