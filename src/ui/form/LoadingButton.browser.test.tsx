import { Button } from '@mantine/core'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../../../tests/support/components/show.tsx'
import { RefreshButton } from '../table/RefreshButton.tsx'
import large from './LargeButton.module.css'

test.each([false, true])(
  'a button that is at work keeps the focus, says so and takes no press (compact: %s)',
  async (compact) => {
    const work = Promise.withResolvers<void>()
    const onRefresh = vi.fn(() => work.promise)
    const screen = await show(<RefreshButton fetchedAt={0} onRefresh={onRefresh} compact={compact} />)
    const button = screen.getByRole('button', { name: '更新' })
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect.element(button).toHaveAttribute('aria-busy', 'true')
    await expect.element(button).toHaveFocus()
    await userEvent.keyboard('{Enter} ')
    button.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
    expect(onRefresh).toHaveBeenCalledTimes(1)

    work.resolve()
    await expect.element(button).not.toHaveAttribute('aria-busy')
    await expect.element(button).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(onRefresh).toHaveBeenCalledTimes(2)
  },
)

function Form({ onSend }: { onSend: () => void }) {
  const [sending, setSending] = useState(false)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
        setSending(true)
      }}
    >
      <input aria-label="名前" />
      <Button type="submit" loading={sending}>
        保存
      </Button>
    </form>
  )
}

test('a form whose button is at work is not sent once more by Enter', async () => {
  const onSend = vi.fn()
  const screen = await show(<Form onSend={onSend} />)
  await screen.getByRole('textbox').click()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('button')).toHaveAttribute('aria-busy', 'true')
  await userEvent.keyboard('{Enter}')
  expect(onSend).toHaveBeenCalledTimes(1)
})

test('what cannot be pressed is disabled, and a button beside a form does not send it', async () => {
  const onSubmit = vi.fn()
  const screen = await show(
    <form onSubmit={onSubmit}>
      <Button disabled loading>
        送信
      </Button>
      <Button>閉じる</Button>
    </form>,
  )
  await expect.element(screen.getByRole('button', { name: '送信' })).toBeDisabled()
  await screen.getByRole('button', { name: '閉じる' }).click()
  expect(onSubmit).not.toHaveBeenCalled()
})

test('the spinner of a loading button is centred without motion', async () => {
  const screen = await show(<Button loading>保存</Button>)
  const spinner = screen.getByRole('button').element().querySelector('.mantine-Loader-root')
  const [box, around] = [spinner, screen.getByRole('button').element()].map((element) =>
    element?.getBoundingClientRect(),
  )
  expect(middle(box)).toEqual(middle(around))
})

const middle = (box: DOMRect | undefined) =>
  box && [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)]

test('the words are in the middle of a high button, also of one that is a link', async () => {
  const screen = await show(
    <>
      <Button className={large.other}>撮り直す</Button>
      <Button className={large.other} component="a" href="#list">
        点検の一覧
      </Button>
    </>,
  )
  for (const [role, name] of [
    ['button', '撮り直す'],
    ['link', '点検の一覧'],
  ] as const) {
    const middles = [screen.getByRole(role, { name }), screen.getByText(name, { exact: true })].map(
      (each) => {
        const { top, bottom } = each.element().getBoundingClientRect()
        return (top + bottom) / 2
      },
    )
    expect(Math.abs((middles[0] ?? Number.NaN) - (middles[1] ?? Number.NaN)), name).toBeLessThanOrEqual(1)
  }
})
