import { useState } from 'react'
import { isAnalog, isDigital } from '../../../contract/categories.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { DigitAssist } from './DigitAssist.tsx'
import { dialogWidth } from './dialogWidth.ts'
import { type AssistProps, NeedleAssist } from './NeedleAssist.tsx'
import { PictureGate } from './PictureGate.tsx'

interface Props extends Omit<AssistProps, 'size' | 'bytes' | 'onDirty'> {
  opened: boolean
}

/** For round, rectangular, counter, segment and dot meters. */
export default function AssistDialog({ opened, onClose, ...assist }: Props) {
  const [dirty, setDirty] = useState(false)
  const { picture, category } = assist
  return (
    <Dialog
      title="AIアシスト設定"
      opened={opened}
      onClose={onClose}
      width={dialogWidth}
      dirty={opened && dirty}
    >
      <PictureGate picture={picture}>
        {(size, bytes) => {
          const props = { ...assist, size, bytes, onClose, onDirty: setDirty }
          if (isAnalog(category)) return <NeedleAssist {...props} />
          if (isDigital(category)) return <DigitAssist {...props} />
          return <p>このメーター種別にAIアシスト設定はありません。読取位置を設定してください。</p>
        }}
      </PictureGate>
    </Dialog>
  )
}
