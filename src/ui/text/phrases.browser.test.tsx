// Covers docs/requirements.md: 764

import { TextInput } from '@mantine/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../tests/support/components/show.tsx'
import { NetworkError } from '../../failures/callErrors.ts'
import { RefetchError } from '../table/RefetchError.tsx'

/** Words of a text that begin on one line and end on another one. */
function brokenWords(element: Element): string[] {
  const words = new Intl.Segmenter('ja', { granularity: 'word' })
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const broken: string[] = []
  while (texts.nextNode()) {
    const text = texts.currentNode
    for (const { segment, index } of words.segment(text.textContent ?? '')) {
      range.setStart(text, index)
      range.setEnd(text, index + segment.length)
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(segment)
    }
  }
  return broken
}

test('descriptions of fields and errors break between words, at each width', async () => {
  const screen = await show(
    <div lang="ja">
      <TextInput label="使う値" description="端末が値も送るときに、どちらを測定値にするかを決めます" />
      <RefetchError error={new NetworkError()} fetchedAt={Date.now() - 300_000} retry={() => undefined} />
    </div>,
  )
  for (const words of [screen.getByText(/^端末が値も/), screen.getByText(/の内容です。$/)])
    for (let width = 300; width < 420; width += 7) {
      await page.viewport(width, 844)
      expect(brokenWords(words.element()), `${width} px`).toEqual([])
    }
})

test('a placeholder that does not fit ends with an ellipsis', async () => {
  const screen = await show(<TextInput label="検索" placeholder="マップエリア名を検索" />)
  const field = screen.getByRole('textbox', { name: '検索' })
  await expect.element(field).toHaveStyle({ textOverflow: 'ellipsis' })
})
