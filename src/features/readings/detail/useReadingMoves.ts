import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { readingNeighboursQuery } from '../../../lib/queries/readings.ts'

type Direction = 'previous' | 'next'

interface Options {
  /** No move is possible, because input is unsaved or a question is open. */
  isBlocked: boolean
  onMove: (id: number) => void
}

/**
 * Returns the moves to the meter's readings before and after this one, or undefined where there is none. A press while
 * the neighbours load moves once they are known.
 */
export function useReadingMoves(id: number, { isBlocked, onMove }: Options) {
  const { data: neighbours, isError, refetch } = useQuery(readingNeighboursQuery(id))
  const [pressed, setPressed] = useState<{ id: number; direction: Direction } | null>(null)
  /** The direction of a press that waits for the neighbours. */
  const awaited = pressed?.id === id ? pressed.direction : null

  const onAnswer = useEffectEvent((target: number | null | undefined) => {
    setPressed(null)
    if (target != null && !isBlocked) onMove(target)
  })
  useEffect(() => {
    if (awaited === null) return
    let isCurrent = true
    // Waits for the request under way, or repeats one that has failed.
    void refetch({ cancelRefetch: false }).then(({ data }) => isCurrent && onAnswer(data?.[awaited]))
    return () => {
      isCurrent = false
    }
  }, [awaited, refetch])

  const move = (direction: Direction) => {
    if (isBlocked) return undefined
    if (neighbours === undefined) return () => setPressed({ id, direction })
    const target = neighbours[direction]
    return target === null ? undefined : () => onMove(target)
  }

  return {
    previous: move('previous'),
    next: move('next'),
    awaited,
    position: neighbours
      ? endText(neighbours.previous === null, neighbours.next === null)
      : isError
        ? '前後の測定値を取得できませんでした'
        : null,
  }
}

/** → leads to later readings here. */
function endText(isFirst: boolean, isLast: boolean): string | null {
  if (isFirst && isLast) return 'この1件だけです'
  if (isFirst) return '最初の測定値です'
  return isLast ? '最新の測定値です' : null
}
