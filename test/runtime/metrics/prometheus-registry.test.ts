import { describe, expect, it } from 'vitest'
import { PrometheusRegistry } from '../../../src/runtime/metrics/prometheus-registry.ts'

describe('PrometheusRegistry', () => {
  it('renders counters by labels, escaped, sorted by name', () => {
    const registry = new PrometheusRegistry()
    const total = registry.counter({
      name: 'z_total',
      help: 'Line one\nand \\ two.',
      labelNames: ['a'],
    })
    registry.counter({ name: 'a_total', help: 'Plain.' }).increment()
    total.increment({ a: 'x"y\\\n' })
    total.increment({ a: 'x"y\\\n' }, 2)
    expect(registry.render()).toBe(
      [
        '# HELP a_total Plain.',
        '# TYPE a_total counter',
        'a_total 1',
        '# HELP z_total Line one\\nand \\\\ two.',
        '# TYPE z_total counter',
        'z_total{a="x\\"y\\\\\\n"} 3',
        '',
      ].join('\n'),
    )
  })

  it('renders histograms with cumulative buckets', () => {
    const registry = new PrometheusRegistry()
    const seconds = registry.histogram({
      name: 's',
      help: 'h',
      labelNames: ['c'],
      buckets: [0.1, 1],
    })
    for (const value of [0.05, 0.1, 0.5, 3]) seconds.observe(value, { c: 'x' })
    expect(registry.render().split('\n').slice(2, -1)).toEqual([
      's_bucket{c="x",le="0.1"} 2',
      's_bucket{c="x",le="1"} 3',
      's_bucket{c="x",le="+Inf"} 4',
      's_sum{c="x"} 3.65',
      's_count{c="x"} 4',
    ])
  })

  it('asks a gauge for its value at each scrape, and drops what it no longer says', () => {
    const registry = new PrometheusRegistry()
    let names = ['a', 'b']
    registry.gauge({
      name: 'depth',
      help: 'h',
      labelNames: ['n'],
      collect: (gauge) => names.forEach((n, index) => gauge.set(index, { n })),
    })
    expect(registry.render()).toContain('depth{n="b"} 1')
    names = ['a']
    expect(registry.render()).not.toContain('depth{n="b"}')
  })

  it('gives one metric for one name, and refuses another type', () => {
    const registry = new PrometheusRegistry()
    registry.counter({ name: 'n', help: 'h' }).increment()
    registry.counter({ name: 'n', help: 'h' }).increment()
    expect(registry.render()).toContain('\nn 2\n')
    expect(() => registry.gauge({ name: 'n', help: 'h' })).toThrow(TypeError)
  })
})
