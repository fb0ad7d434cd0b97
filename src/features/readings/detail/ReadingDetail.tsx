import type { ReactNode } from 'react'
import type { Reading } from '../../../../contract/readings.ts'
import { sanitizeFileName } from '../../../lib/files/sanitizeFileName.ts'
import { ReviewLink } from '../../../shared/readings/ReviewLink.tsx'
import { DetailLayout } from '../../../ui/layout/DetailLayout.tsx'
import { PictureViewer } from '../../../ui/stage/PictureViewer.tsx'
import { GraphLink } from './GraphLink.tsx'
import { ReadingFacts } from './ReadingFacts.tsx'
import { ReadingHistory } from './ReadingHistory.tsx'
import { SourceImageButton } from './SourceImageButton.tsx'

interface Props {
  reading: Reading
  onDirty: (dirty: boolean) => void
  /** Above the facts. */
  context?: ReactNode
  /** Rows below the meter's. */
  children?: ReactNode
}

export const ReadingDetail = ({ reading, onDirty, context, children }: Props) => (
  <DetailLayout
    picture={
      <PictureViewer
        framed={reading.result_image}
        original={reading.image}
        preview={reading.result_thumbnail ?? reading.thumbnail}
        alt={`${reading.meter.name}の画像`}
        name={fileName(reading)}
      >
        <SourceImageButton reading={reading} name={fileName(reading)} />
      </PictureViewer>
    }
  >
    {context}
    <GraphLink reading={reading} />
    <ReviewLink reading={reading} />
    <ReadingFacts reading={reading} onDirty={onDirty}>
      {children}
    </ReadingFacts>
    <ReadingHistory reading={reading} />
  </DetailLayout>
)

const fileName = ({ meter, created_at }: Reading) =>
  sanitizeFileName(`${meter.name}_${created_at.slice(0, 19)}`)
