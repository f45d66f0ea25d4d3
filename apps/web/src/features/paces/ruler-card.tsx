import { PACE_UNIT_LABELS, type PaceKey } from '@pacewright/pace';
import { useRef } from 'react';
import { Card } from '../../ui/card.tsx';
import { drawingProps, useSize } from '../../ui/use-size.ts';
import { layOutRuler, type RulerContent, type RulerLayout } from './ruler-layout.ts';

/** The ranges to scale, from slow to fast. Decorative: the rows above contain the same values. */
export function RulerCard(content: RulerContent) {
  const ref = useRef<HTMLDivElement>(null);
  const { width } = useSize(ref);
  const layout = width > 0 ? layOutRuler(content, width) : undefined;

  return (
    <Card aria-labelledby="ruler" className="px-4 pt-4 pb-3.5 md:px-6 md:pt-5.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5">
        <h2 id="ruler" className="text-lg leading-tight">
          Your paces side by side
        </h2>
        <span className="text-sm text-ink-2">
          slower to faster, {PACE_UNIT_LABELS[content.units]}
        </span>
      </div>
      <div ref={ref} className="mt-3.5 h-[7.625rem]">
        {layout && <Ruler layout={layout} width={width} />}
      </div>
    </Card>
  );
}

const LANE = { top: 34, height: 44 };

function Ruler({ layout, width }: { layout: RulerLayout; width: number }) {
  const { blocks, ticks, race } = layout;
  return (
    <svg {...drawingProps(width, 122)} aria-hidden className="drawing block overflow-visible">
      <rect y={LANE.top} width={width} height={LANE.height} className="fill-surface-2" />
      {blocks.map((block) => (
        <Block key={block.pace} {...block} />
      ))}
      <Ticks ticks={ticks} />
      {race && <Hairline {...race} width={width} />}
    </svg>
  );
}

function Block({ pace, left, width }: RulerLayout['blocks'][number]) {
  const { fill, line, on } = COLOURS[pace];
  return (
    <g>
      <rect x={left} y={LANE.top} width={width} height={LANE.height} className={fill} />
      <rect
        x={left + 0.5}
        y={LANE.top + 0.5}
        width={width - 1}
        height={LANE.height - 1}
        className={`fill-none ${line}`}
      />
      <path d={`M${left} ${LANE.top + 1.5}h${width}`} strokeWidth={3} className={line} />
      {width > 13 && (
        <text
          x={left + width / 2}
          y={LANE.top + 28}
          textAnchor="middle"
          className={`font-mono text-xs font-semibold ${on}`}
        >
          {pace}
        </text>
      )}
    </g>
  );
}

const COLOURS: Record<PaceKey, { fill: string; line: string; on: string }> = {
  E: { fill: 'fill-pace-e', line: 'stroke-pace-e-line', on: 'fill-pace-e-on' },
  M: { fill: 'fill-pace-m', line: 'stroke-pace-m-line', on: 'fill-pace-m-on' },
  T: { fill: 'fill-pace-t', line: 'stroke-pace-t-line', on: 'fill-pace-t-on' },
  I: { fill: 'fill-pace-i', line: 'stroke-pace-i-line', on: 'fill-pace-i-on' },
  R: { fill: 'fill-pace-r', line: 'stroke-pace-r-line', on: 'fill-pace-r-on' },
};

/** All marks are one path, because a change of units redraws about a hundred of them. */
function Ticks({ ticks }: { ticks: RulerLayout['ticks'] }) {
  return (
    <>
      <path
        d={ticks.map(({ x, length }) => `M${x} 82v${length}`).join('')}
        className="stroke-line-strong"
      />
      {ticks
        .filter(({ label }) => label)
        .map(({ x, label }, index) => (
          <text
            key={index}
            x={x}
            y={109}
            textAnchor="middle"
            className="fill-ink-3 text-xs [font-stretch:90%]"
          >
            {label}
          </text>
        ))}
    </>
  );
}

function Hairline({ x, label, width }: { x: number; label: string; width: number }) {
  const boxWidth = label.length * 6.3 + 18;
  const left = Math.min(Math.max(0, x - boxWidth / 2), width - boxWidth);
  return (
    <g>
      <path d={`M${x} 24V80`} strokeWidth={2} className="stroke-ink" />
      <rect x={left} y={4} width={boxWidth} height={20} rx={3} className="fill-ink" />
      <text
        x={left + boxWidth / 2}
        y={18}
        textAnchor="middle"
        className="fill-bg text-xs font-semibold [font-stretch:88%]"
      >
        {label}
      </text>
    </g>
  );
}
