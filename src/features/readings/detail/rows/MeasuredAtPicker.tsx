import type { ReactNode } from 'react'
import type { Editing } from '../../../../ui/form/InlineRow.tsx'
import { PastTimePicker } from '../../../../ui/form/PastTimePicker.tsx'

interface Props extends Editing<string> {
  description: ReactNode
}

const focusOnce = (button: HTMLButtonElement | null) => button?.focus()

/** The draft is `YYYY-MM-DD HH:mm:ss` in the organization’s zone. */
export default function MeasuredAtPicker({ draft, change, props, description }: Props) {
  return (
    <PastTimePicker
      {...props}
      ref={focusOnce}
      title="測定日時"
      description={description}
      value={draft}
      onChange={(picked) => change(picked ?? draft)}
    />
  )
}
