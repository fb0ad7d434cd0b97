import { lazy, useState } from 'react'
import { type CategoryType, isAnalog, isDigital } from '../../../contract/categories.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { AssistGate } from './AssistGate.tsx'
import { dialogWidth } from './dialogWidth.ts'
import type { AssistProps } from './NeedleAssist.tsx'
import { SettingTitle } from './SettingTitle.tsx'

const NeedleAssist = lazy(async () => ({ default: (await import('./NeedleAssist.tsx')).NeedleAssist }))
const DigitAssist = lazy(async () => ({ default: (await import('./DigitAssist.tsx')).DigitAssist }))

interface Props extends Omit<AssistProps, 'size' | 'bytes' | 'onDirty' | 'category'> {
  opened: boolean
  /** Empty until a name is typed for a new meter. */
  meterName: string
  /** Undefined while the categories load. */
  category: CategoryType | undefined
}

/** For round, rectangular, counter, segment and dot meters. */
export function AssistDialog({ opened, onClose, category, meterName, ...assist }: Props) {
  const [dirty, setDirty] = useState(false)
  return (
    <Dialog
      title={<SettingTitle title="AIアシスト設定" meterName={meterName} />}
      opened={opened}
      onClose={onClose}
      width={dialogWidth}
      dirty={opened && dirty}
    >
      <AssistGate picture={assist.picture} category={category}>
        {(category, size, bytes) => {
          const props = { ...assist, category, size, bytes, onClose, onDirty: setDirty }
          if (isAnalog(category)) return <NeedleAssist {...props} />
          if (isDigital(category)) return <DigitAssist {...props} />
          return <p>このメーター種別にAIアシスト設定はありません。読取位置を設定してください。</p>
        }}
      </AssistGate>
    </Dialog>
  )
}
