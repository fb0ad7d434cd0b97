import type { Announcements, ScreenReaderInstructions, UniqueIdentifier } from '@dnd-kit/core'
import { useRef } from 'react'

export const dragInstructions: ScreenReaderInstructions = {
  draggable:
    'スペースキーでつかみ、上下の矢印キーで動かし、もう一度スペースキーで置きます。エスケープキーで取り消します。',
}

/** Returns what is announced while a meter is moved. Places are counted from 1. */
export function useDragAnnouncements(
  nameOf: (id: UniqueIdentifier) => string,
  placeOf: (id: UniqueIdentifier) => number,
): Announcements {
  /** The place announced last, because the library also reports the place where the meter was picked up. */
  const lastPlace = useRef(0)
  return {
    onDragStart: ({ active }) => {
      lastPlace.current = placeOf(active.id)
      return `${nameOf(active.id)}をつかみました。今は ${lastPlace.current} 番目です。`
    },
    onDragOver: ({ active, over }) => {
      const place = over ? placeOf(over.id) : lastPlace.current
      if (place === lastPlace.current) return undefined
      lastPlace.current = place
      return `${nameOf(active.id)}を ${place} 番目に動かしました。`
    },
    onDragEnd: ({ active, over }) =>
      over
        ? `${nameOf(active.id)}を ${placeOf(over.id)} 番目に置きました。`
        : `${nameOf(active.id)}を元の順番に戻しました。`,
    onDragCancel: ({ active }) => `取り消しました。${nameOf(active.id)}は ${placeOf(active.id)} 番目です。`,
  }
}
