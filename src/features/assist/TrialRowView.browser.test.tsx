import { expect, test } from 'vitest'
import { nothingKnown, type ReadResult } from '../../../reader/web/index.ts'
import { show } from '../../../tests/support/components/show.tsx'
import { TrialRowView } from './TrialRowView.tsx'

const nothing: ReadResult = {
  value: null,
  position: null,
  registration: null,
  advice: null,
  secondChoice: null,
  ocr: null,
  degree: null,
  confidence: 0,
  reasons: ['unknown'],
  frame: { area: null, boxes: [], needle: null, mark: null, text: null },
}

test('a refusal for no reason that is known says what to look at', async () => {
  const screen = await show(
    <ol>
      <TrialRowView
        row={{ key: 'own', reading: null, picture: null, outcome: { state: 'read', result: nothing } }}
        settings={nothingKnown(0)}
        unit="MPa"
      />
    </ol>,
  )
  await expect.element(screen.getByText('読み取れません', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('ピンや枠の位置を確かめてください')).toBeVisible()
})
