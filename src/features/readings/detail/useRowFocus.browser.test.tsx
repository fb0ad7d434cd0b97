import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../../../../tests/support/components/show.tsx'
import { useRowFocus } from './useRowFocus.ts'

function Rows() {
  const [id, setId] = useState(1)
  const keepRow = useRowFocus(id)
  const move = () => {
    keepRow()
    setId(id + 1)
  }
  return (
    <div role="dialog" aria-label="測定値の詳細" onKeyDown={({ key }) => key === 'ArrowRight' && move()}>
      {['単位', '測定値'].map((label) => (
        <fieldset key={`${id} ${label}`} aria-label={label}>
          <button type="button">{`${id} の${label}を編集`}</button>
        </fieldset>
      ))}
    </div>
  )
}

test('the next reading has the focus on the row where it was', async () => {
  const screen = await show(<Rows />)
  screen.getByRole('button', { name: '1 の測定値を編集' }).element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(screen.getByRole('button', { name: '2 の測定値を編集' })).toHaveFocus()
})
