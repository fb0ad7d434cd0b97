import type { DisplayStyle, Face } from '../types.ts'
import { lettering } from './lettering.ts'
import { body, box, circle, inset, line, screws, tape, wear } from './parts.ts'
import { discShade } from './shade.ts'

/** A rubber key with a word, or an arrow (degrees clockwise from up). */
function key(x: number, y: number, label: string | number): string {
  const colour = '#d7dadc'
  return (
    box(
      { x: x - 34, y: y - 22, width: 68, height: 44 },
      'fill="#45494d" stroke="#15171a" stroke-width="2"',
      8,
    ) +
    box({ x: x - 32, y: y - 20, width: 64, height: 18 }, 'fill="#fff" opacity=".1"', 7) +
    (typeof label === 'string'
      ? lettering(label, { x, y, size: 19, fill: colour })
      : `<path transform="rotate(${label} ${x} ${y})" d="M${x} ${y - 10}L${x + 11} ${y + 8}L${x - 11} ${y + 8}Z" fill="${colour}"/>`)
  )
}

function lamp(x: number, y: number, name: string, on: string | null, ink: string): string {
  return (
    (on ? discShade({ x, y }, 16, 13, 0.45, on) : '') +
    circle({ x, y }, 7, `fill="${on ?? '#3b3f42'}" stroke="#000" stroke-opacity=".5"`) +
    lettering(name, { x: x + 18, y, size: 18, anchor: 'start', fill: ink })
  )
}

function controller(face: Face, style: DisplayStyle): string {
  const { screen } = style
  const shell = { x: screen.x - 78, y: screen.y - 96, width: screen.width + 156, height: screen.height + 292 }
  const below = screen.y + screen.height
  const ink = '#cfd3d6'
  const temperature = face.unit === '℃'
  return (
    body(shell, 'url(#black)', 18) +
    box(inset(shell, 24), 'fill="#1b1d20" stroke="#000" stroke-width="2"', 10) +
    lettering(style.brand, {
      x: screen.x - 40,
      y: screen.y - 48,
      size: 24,
      weight: 700,
      anchor: 'start',
      spacing: 3,
      fill: ink,
    }) +
    lettering(temperature ? '°C' : 'Hz', {
      x: screen.x + screen.width + 34,
      y: screen.y - 48,
      size: 30,
      weight: 700,
      anchor: 'end',
      fill: ink,
    }) +
    box(inset(screen, -8), 'fill="#000"', 10) +
    lamp(screen.x + 8, below + 42, temperature ? 'OUT' : 'RUN', temperature ? '#ff8a2a' : '#3ce06c', ink) +
    lamp(screen.x + 118, below + 42, temperature ? 'AT' : 'FWD', temperature ? null : '#3ce06c', ink) +
    lamp(screen.x + 228, below + 42, 'ALM', null, ink) +
    key(screen.x + 30, below + 122, temperature ? 'SET' : 'RUN') +
    key(screen.x + screen.width / 2 - 60, below + 122, 270) +
    key(screen.x + screen.width / 2 + 60, below + 122, 180) +
    key(screen.x + screen.width - 30, below + 122, 0) +
    screws(shell, 13, 7, style.seed)
  )
}

function converter(face: Face, style: DisplayStyle): string {
  const { screen } = style
  const shell = { x: 176, y: 92, width: 608, height: 520 }
  return (
    box({ x: 440, y: 590, width: 80, height: 230 }, 'fill="url(#pipe)"') +
    box({ x: 420, y: 600, width: 120, height: 36 }, 'fill="url(#pipe)" stroke="#33373a"', 5) +
    body(shell, 'url(#grey)', 34) +
    box(inset(shell, 26), 'fill="#31404f" stroke="#1b232b" stroke-width="2"', 18) +
    lettering('超音波流量計', { x: 232, y: 158, size: 27, anchor: 'start', fill: '#eef2f5' }) +
    lettering(style.brand, {
      x: 728,
      y: 158,
      size: 22,
      weight: 700,
      anchor: 'end',
      spacing: 3,
      fill: '#eef2f5',
    }) +
    box(inset(screen, -10), 'fill="#11161b"', 10) +
    lettering(face.unit, { x: 728, y: 468, size: 32, weight: 700, anchor: 'end', fill: '#eef2f5' }) +
    lettering('瞬時流量', { x: 232, y: 468, size: 25, anchor: 'start', fill: '#eef2f5' }) +
    ['MODE', 'DISP', 'SET', 'ENT'].map((name, i) => key(282 + i * 132, 534, name)).join('') +
    screws(shell, 17, 8, style.seed)
  )
}

function smart(face: Face, style: DisplayStyle): string {
  const { screen } = style
  const shell = { x: 178, y: 62, width: 604, height: 640 }
  const ink = { fill: '#33373a' }
  const bars = Array.from({ length: 34 }, (_, i) =>
    box(
      { x: 276 + i * 7, y: 452, width: [2, 4, 3, 5][(i * 7 + style.seed) % 4] ?? 3, height: 44 },
      'fill="#222"',
    ),
  )
  return (
    body(shell, 'url(#ivory)', 26) +
    line({ x: 178, y: 560 }, { x: 782, y: 560 }, 3, '#8f8b80', 'opacity=".8"') +
    line({ x: 178, y: 563 }, { x: 782, y: 563 }, 2, '#fff', 'opacity=".7"') +
    lettering('電子式電力量計', { x: 240, y: 108, size: 27, anchor: 'start', ...ink }) +
    lettering(style.brand, { x: 720, y: 108, size: 22, weight: 700, anchor: 'end', spacing: 3, ...ink }) +
    box(inset(screen, -22), 'fill="#2a2d2f"', 12) +
    lettering(`全日 ${face.unit}`, { x: 720, y: 392, size: 30, weight: 700, anchor: 'end', ...ink }) +
    lettering('三相3線式 200V 60A 50-60Hz', { x: 240, y: 392, size: 19, anchor: 'start', ...ink }) +
    box({ x: 252, y: 436, width: 274, height: 92 }, 'fill="#f7f6f1" stroke="#c3c0b5"', 3) +
    bars.join('') +
    lettering('34 2219 0871 5', { x: 389, y: 512, size: 18, ...ink }) +
    circle({ x: 640, y: 480 }, 17, 'fill="#3a1512" stroke="#1b0a08" stroke-width="2"') +
    circle({ x: 640, y: 480 }, 6, 'fill="#ff5340"') +
    lettering('計量パルス', { x: 640, y: 522, size: 18, ...ink }) +
    screws({ x: 178, y: 566, width: 604, height: 130 }, 36, 15, style.seed)
  )
}

function signboard(face: Face, style: DisplayStyle): string {
  const { screen } = style
  const shell = { x: 140, y: 116, width: 680, height: 420 }
  const ink = { fill: '#d5dade' }
  return (
    body(shell, 'url(#grey)', 14) +
    box(inset(shell, 20), 'fill="#22262a" stroke="#0b0c0d" stroke-width="3"', 8) +
    lettering('排水積算流量', { x: 190, y: 178, size: 31, anchor: 'start', ...ink }) +
    box(inset(screen, -8), 'fill="#000"', 6) +
    lettering(face.unit, { x: 770, y: 464, size: 44, weight: 700, anchor: 'end', ...ink }) +
    lettering(style.brand, { x: 190, y: 466, size: 24, weight: 700, anchor: 'start', spacing: 4, ...ink }) +
    screws(shell, 11, 7, style.seed)
  )
}

function detector(_face: Face, style: DisplayStyle): string {
  const { screen } = style
  const shell = { x: 232, y: 76, width: 496, height: 580 }
  const ink = { fill: '#33302a' }
  const slots = [0, 1, 2, 3, 4].map((i) =>
    box({ x: 330, y: 540 + i * 19, width: 300, height: 8 }, 'fill="#2c2b28"', 4),
  )
  return (
    body(shell, 'url(#ivory)', 40) +
    box({ x: 252, y: 96, width: 456, height: 300 }, 'fill="#c8a531" stroke="#8a7020" stroke-width="2"', 26) +
    lettering('可燃性ガス検知警報器', { x: 480, y: 144, size: 27, ...ink }) +
    box(inset(screen, -10), 'fill="#15181a"', 10) +
    lettering('CH4  %LEL', { x: 656, y: 440, size: 28, weight: 700, anchor: 'end', ...ink }) +
    lettering(style.brand, { x: 304, y: 440, size: 22, weight: 700, anchor: 'start', spacing: 3, ...ink }) +
    lamp(316, 496, '電源', '#41d76a', ink.fill) +
    lamp(446, 496, '警報', null, ink.fill) +
    lamp(576, 496, '故障', null, ink.fill) +
    slots.join('')
  )
}

const housings = { controller, converter, smart, signboard, detector }

/** Everything around a display's screen. */
export function housing(face: Face, style: DisplayStyle): string {
  return (
    housings[style.housing](face, style) +
    tape(style.label, { x: 480, y: 36 }, 26, style.seed) +
    wear({ x: 180, y: 80, width: 600, height: 560 }, 40, style.seed)
  )
}
