import { useEffect, useRef, useState } from 'react'
import type { MapPin } from '../../../../contract/maps.ts'
import { useSavePin } from '../../../lib/queries/mapMutations.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import type { Point } from '../../../ui/stage/stageGeometry.ts'

/** Milliseconds after the last arrow key until a move is saved. */
const keyRest = 800

const roundTo = (ratio: number) => Math.round(ratio * 1e5) / 1e5
const isAt = (pin: MapPin, { x, y }: Point) => pin.xratio === x && pin.yratio === y

export const positionOf = ({ xratio: x, yratio: y }: MapPin): Point => ({ x, y })

/** Moves of pins: shown at once, saved at the end of a drag or of a series of arrow keys, and undoable. */
export function usePinMoves() {
  const { mutateAsync } = useSavePin()
  const [moved, setMoved] = useState<ReadonlyMap<number, Point>>(new Map())
  const pending = useRef(new Map<number, { pin: MapPin; to: Point; timer: number }>())

  const dropMove = (id: number) =>
    setMoved((before) => new Map([...before].filter(([movedId]) => movedId !== id)))

  const send = async (pin: MapPin, to: Point, onSaved: () => void): Promise<void> => {
    const failed = `「${pin.name}」を移動できませんでした`
    notify.retract(failed)
    try {
      await mutateAsync({ id: pin.id, changes: { xratio: to.x, yratio: to.y } })
      onSaved()
    } catch (error) {
      notify.failure(error, { title: failed, retry: () => void send(pin, to, onSaved) })
    }
    dropMove(pin.id)
  }
  const save = (pin: MapPin, to: Point) =>
    send(pin, to, () =>
      notify.undoable({
        title: 'ピンを移動しました',
        text: pin.name,
        undo: () =>
          void send(pin, positionOf(pin), () => notify.success(`「${pin.name}」を元の位置に戻しました`)),
      }),
    )

  const end = (id: number) => {
    const move = pending.current.get(id)
    if (move === undefined) return
    window.clearTimeout(move.timer)
    pending.current.delete(id)
    if (isAt(move.pin, move.to)) dropMove(id)
    else void save(move.pin, move.to)
  }
  const endOnLeaving = useRef(end)
  useEffect(() => {
    endOnLeaving.current = end
  })
  useEffect(() => {
    const moves = pending.current
    return () => {
      for (const id of [...moves.keys()]) endOnLeaving.current(id)
    }
  }, [])

  return {
    moved,
    /** `byKeys`: saved when no further key follows. */
    move: (pin: MapPin, { x, y }: Point, byKeys: boolean) => {
      const to = { x: roundTo(x), y: roundTo(y) }
      window.clearTimeout(pending.current.get(pin.id)?.timer)
      const timer = byKeys ? window.setTimeout(() => end(pin.id), keyRest) : 0
      pending.current.set(pin.id, { pin, to, timer })
      setMoved((before) => new Map(before).set(pin.id, to))
    },
    end,
  }
}
