// Covers docs/requirements.md: 529

import { expect, test } from 'vitest'
import { render } from '../../../tests/support/components/render.ts'
import { useCaptureFocus } from './useCaptureFocus.ts'

interface Props {
  meterId: number
  step: string
  ready: boolean
}

const Screen = ({ meterId, ...props }: Props) => <Steps key={meterId} {...props} />

function Steps({ step, ready }: Omit<Props, 'meterId'>) {
  const { panel, shutter } = useCaptureFocus(step, ready)
  return (
    <>
      <button type="button">スキップ</button>
      <div role="alert">
        <button type="button">元に戻す</button>
      </div>
      <section ref={panel} aria-label="操作" tabIndex={-1}>
        {step === 'aim' ? (
          <button key="shutter" ref={shutter} type="button" disabled={!ready}>
            撮影
          </button>
        ) : (
          <button type="button">この値で確定</button>
        )}
      </section>
    </>
  )
}

async function openScreen(first: Props) {
  const screen = await render(<Screen {...first} />)
  return {
    skip: screen.getByRole('button', { name: 'スキップ' }),
    undo: screen.getByRole('button', { name: '元に戻す' }),
    shutter: screen.getByRole('button', { name: '撮影' }),
    panel: screen.getByRole('region', { name: '操作' }),
    confirm: screen.getByRole('button', { name: 'この値で確定' }),
    change: (next: Props) => screen.rerender(<Screen {...next} />),
  }
}

test('after a skip the focus waits at the next meter’s panel, and goes to its shutter', async () => {
  const { skip, shutter, panel, change } = await openScreen({ meterId: 1, step: 'aim', ready: true })
  skip.element().focus()
  await change({ meterId: 2, step: 'aim', ready: false })
  await expect.element(panel).toHaveFocus()
  await change({ meterId: 2, step: 'aim', ready: true })
  await expect.element(shutter).toHaveFocus()
})

test('of the same meter the focus is moved only where a step removed what had it', async () => {
  const { skip, shutter, panel, confirm, change } = await openScreen({
    meterId: 1,
    step: 'aim',
    ready: false,
  })
  skip.element().focus()
  await change({ meterId: 1, step: 'aim', ready: true })
  await expect.element(skip).toHaveFocus()
  shutter.element().focus()
  await change({ meterId: 1, step: 'decide', ready: false })
  await expect.element(confirm).toBeVisible()
  await expect.element(panel).toHaveFocus()
})

test('after 元に戻す of a notification the focus is with the photograph that came back', async () => {
  const { undo, panel, change } = await openScreen({ meterId: 1, step: 'aim', ready: true })
  undo.element().focus()
  await change({ meterId: 1, step: 'decide', ready: false })
  await expect.element(panel).toHaveFocus()
})
