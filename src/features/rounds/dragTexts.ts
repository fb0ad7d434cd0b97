import type { Announcements, ScreenReaderInstructions, UniqueIdentifier } from '@dnd-kit/core'

export const dragInstructions: ScreenReaderInstructions = {
  draggable:
    'スペースキーでつかみ、上下の矢印キーで動かし、もう一度スペースキーで置きます。エスケープキーで取り消します。',
}

/**
 * What is announced while a meter is moved; `nameOf` and `placeOf` by its number, places from 1. `last` is kept while it
 * moves: the library tells of the place where it was taken, too.
 */
export function dragAnnouncements(
  nameOf: (id: UniqueIdentifier) => string,
  placeOf: (id: UniqueIdentifier) => number,
  last: { current: number },
): Announcements {
  return {
    onDragStart: ({ active }) => {
      last.current = placeOf(active.id)
      return `${nameOf(active.id)}をつかみました。今は ${last.current} 番目です。`
    },
    onDragOver: ({ active, over }) => {
      const place = over ? placeOf(over.id) : last.current
      if (place === last.current) return undefined
      last.current = place
      return `${nameOf(active.id)}を ${place} 番目に動かしました。`
    },
    onDragEnd: ({ active, over }) =>
      over
        ? `${nameOf(active.id)}を ${placeOf(over.id)} 番目に置きました。`
        : `${nameOf(active.id)}を元の順番に戻しました。`,
    onDragCancel: ({ active }) => `取り消しました。${nameOf(active.id)}は ${placeOf(active.id)} 番目です。`,
  }
}
