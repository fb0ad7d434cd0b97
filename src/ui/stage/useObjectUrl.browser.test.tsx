import { useState } from 'react'
import { expect, it } from 'vitest'
import { show } from '../../../tests/support/components/show.tsx'
import { useObjectUrl } from './useObjectUrl.ts'

const pictures = [new Blob(['1']), new Blob(['2']), null]

function Example() {
  const [index, setIndex] = useState(0)
  const url = useObjectUrl(pictures[index] ?? null)
  return (
    <button type="button" onClick={() => setIndex(index + 1)}>
      {url ?? 'なし'}
    </button>
  )
}

const contentOf = async (url: string) => (await fetch(url)).text()

it('returns an address of the picture shown and revokes that of the picture before', async () => {
  const screen = await show(<Example />)
  const button = screen.getByRole('button')
  await expect.element(button).toMatchTextContent('blob:')
  const first = button.element().textContent
  expect(await contentOf(first)).toBe('1')

  await button.click()
  await expect.element(button).not.toHaveTextContent(first)
  const second = button.element().textContent
  expect(await contentOf(second)).toBe('2')
  await expect(contentOf(first)).rejects.toThrow()

  await button.click()
  await expect.element(button).toHaveTextContent('なし')
  await expect(contentOf(second)).rejects.toThrow()
})

it('revokes the address when the component goes away', async () => {
  const screen = await show(<Example />)
  const button = screen.getByRole('button')
  await expect.element(button).toMatchTextContent('blob:')
  const url = button.element().textContent
  await screen.unmount()
  await expect(contentOf(url)).rejects.toThrow()
})
