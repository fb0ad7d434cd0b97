import { useEffect, useState } from 'react'
import { awaitedMeter, endAwaiting } from '../../lib/held/awaitedPhotograph.ts'
import text from '../../ui/text/Text.module.css'

interface Props {
  meterId: number
}

/** Says that the page was ended behind the camera app, which may have taken a photograph. */
export function InterruptedNote({ meterId }: Props) {
  const [interrupted, setInterrupted] = useState(false)
  useEffect(() => {
    let left = false
    void awaitedMeter().then((awaited) => {
      if (left) return
      setInterrupted(awaited === meterId)
      if (awaited !== null) endAwaiting()
    })
    return () => {
      left = true
    }
  }, [meterId])
  return (
    <div role="status">
      {interrupted && (
        <p className={text.small}>
          写真を受け取る前に画面が閉じられました。もう一度撮影するか、撮った写真を選んでください。
        </p>
      )}
    </div>
  )
}
