import { expect, test } from 'vitest'
import { show } from '../../../tests/support/show.tsx'
import { useDrawn } from './useDrawn.ts'

const rows = Array.from({ length: 50 }, (_, index) => index)

function Rows({ fresh, told }: { fresh: boolean; told: (drawn: number) => void }) {
  const drawn = useDrawn(rows, fresh)
  told(drawn.length)
  return drawn.map((row) => <p key={row}>{row}</p>)
}

test.each([
  ['a list that has just come: first what is seen first, then the rest', true, [6, 50]],
  ['a list that was here before: all of it at once', false, [50]],
] as const)('%s', async (_what, fresh, expected) => {
  const drawn: number[] = []
  const screen = await show(<Rows fresh={fresh} told={(count) => drawn.push(count)} />)
  await expect.element(screen.getByText('49')).toBeInTheDocument()
  expect([...new Set(drawn)]).toEqual(expected)
})
