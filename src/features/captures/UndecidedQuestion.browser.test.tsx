// Covers docs/requirements.md: 512, 631, 666

import { QueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { UndecidedQuestion } from './UndecidedQuestion.tsx'

async function openUndecided({ accepted = true, readable = true, isChecking = false } = {}) {
  const accept = vi.fn(async () => accepted)
  const leaveToServer = vi.fn(async () => true)
  const discard = vi.fn(async () => true)
  const screen = await showRouted(
    new QueryClient(),
    <>
      <UndecidedQuestion
        meterName="No.3 冷却水圧力"
        accept={{ value: '0.42 MPa', run: accept }}
        readable={readable}
        leaveToServer={leaveToServer}
        discard={discard}
        withButton
        asking={false}
        isChecking={isChecking}
      />
      <Link to="/meters">戻る</Link>
    </>,
    ['/meters'],
  )
  const back = screen.getByRole('link', { name: '戻る' })
  const question = screen.getByRole('dialog', { name: '値が未確定です' })
  await back.click()
  await expect.element(question).toBeVisible()
  const answer = (name: string) => question.getByRole('button', { name, exact: true }).click()
  return { screen, accept, leaveToServer, discard, back, question, answer }
}

test.each([
  ['0.42 MPa で確定する', 'accept'],
  ['サーバーに任せる', 'leaveToServer'],
  ['破棄', 'discard'],
] as const)('leaving an undecided photograph asks, and %s does that and leaves', async (name, done) => {
  const { answer, back, ...works } = await openUndecided()
  await answer(name)
  await expect.element(back).not.toBeInTheDocument()
  const { accept, leaveToServer, discard } = works
  expect([accept, leaveToServer, discard].filter((work) => work.mock.calls.length > 0)).toEqual([works[done]])
})

test('a value that is confirmed on leaving is said to be confirmed', async () => {
  const { answer, screen } = await openUndecided()
  await answer('0.42 MPa で確定する')
  await expect.element(screen.getByText('「No.3 冷却水圧力」の値を 0.42 MPa で確定しました')).toBeVisible()
})

test('where no value will be found, leaving offers to send without one', async () => {
  const { leaveToServer, question, answer } = await openUndecided({ readable: false })
  await expect.element(question.getByRole('button', { name: 'サーバーに任せる' })).not.toBeInTheDocument()
  await answer('写真だけを送信')
  expect(leaveToServer).toHaveBeenCalled()
})

test('a question that is closed, or a value that was not meant, keeps the screen', async () => {
  const { accept, back, question, answer } = await openUndecided({ accepted: false })
  await answer('この画面に残る')
  await expect.element(question).not.toBeInTheDocument()
  expect(accept).not.toHaveBeenCalled()
  await back.click()
  await answer('0.42 MPa で確定する')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(back).toBeVisible()
})

test('while the server is asked about the photograph it can only be kept', async () => {
  const { screen, question } = await openUndecided({ isChecking: true })
  for (const name of ['0.42 MPa で確定する', 'サーバーに任せる', '破棄'])
    await expect.element(question.getByRole('button', { name, exact: true })).toBeDisabled()
  await question.getByRole('button', { name: 'この画面に残る' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: '破棄', exact: true })).toBeDisabled()
})
