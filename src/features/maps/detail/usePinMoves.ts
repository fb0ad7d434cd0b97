import { useEffect, useRef, useState } from 'react'
import type { MapPin } from '../../../../contract/maps.ts'
import { useSavePin } from '../../../lib/mutations/mapMutations.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import type { Point } from '../../../ui/stage/stageGeometry.ts'

/** Milliseconds after the last arrow key until a move is saved. */
const keyRest = 800

const roundTo = (ratio: number) => Math.round(ratio * 1e5) / 1e5
const isSame = (one: Point, other: Point) => one.x === other.x && one.y === other.y

export const positionOf = ({ xratio: x, yratio: y }: MapPin): Point => ({ x, y })

interface Move {
  pin: MapPin
  /** Saved, or being saved. */
  from: Point
  to: Point
  timer: number
}

/** Moves of pins: shown at once, saved at the end of a drag or of a series of arrow keys, and undoable. */
export function usePinMoves() {
  const { mutateAsync } = useSavePin()
  const [moved, setMoved] = useState<ReadonlyMap<number, Point>>(new Map())
  const pending = useRef(new Map<number, Move>())
  /** The latest save of a pin; one follows the other. */
  const saves = useRef(new Map<number, { to: Point; done: Promise<void> }>())

  /** A newer move stays. */
  const dropMove = (id: number, to: Point) =>
    setMoved((before) =>
      before.get(id) === to ? new Map([...before].filter(([movedId]) => movedId !== id)) : before,
    )

  const send = async (pin: MapPin, to: Point, onSaved: () => void): Promise<void> => {
    const failed = `「${pin.name}」を移動できませんでした`
    notify.retract(failed)
    const { promise: done, resolve } = Promise.withResolvers<void>()
    const own = { to, done }
    const before = saves.current.get(pin.id)
    saves.current.set(pin.id, own)
    await before?.done
    try {
      await mutateAsync({ id: pin.id, changes: { xratio: to.x, yratio: to.y } })
      onSaved()
    } catch (error) {
      const move = pending.current.get(pin.id)
      if (move?.from === to) move.from = positionOf(pin)
      // Else a newer position is about to be saved.
      if (saves.current.get(pin.id) === own)
        notify.failure(error, { title: failed, retry: () => void send(pin, to, onSaved) })
    }
    if (saves.current.get(pin.id) === own) saves.current.delete(pin.id)
    dropMove(pin.id, to)
    resolve()
  }
  const save = ({ pin, from, to }: Move) =>
    send(pin, to, () =>
      notify.undoable({
        title: 'ピンを移動しました',
        text: pin.name,
        undo: () => void send(pin, from, () => notify.success(`「${pin.name}」を元の位置に戻しました`)),
      }),
    )

  const end = (id: number) => {
    const move = pending.current.get(id)
    if (move === undefined) return
    window.clearTimeout(move.timer)
    pending.current.delete(id)
    if (isSame(move.from, move.to)) dropMove(id, move.to)
    else void save(move)
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
      const before = pending.current.get(pin.id)
      window.clearTimeout(before?.timer)
      const from = before?.from ?? saves.current.get(pin.id)?.to ?? positionOf(pin)
      const timer = byKeys ? window.setTimeout(() => end(pin.id), keyRest) : 0
      pending.current.set(pin.id, { pin, from, to, timer })
      setMoved((before) => new Map(before).set(pin.id, to))
    },
    end,
  }
}
