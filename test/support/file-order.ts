import type { Plugin } from 'vitest/config'
import type { TestSequencer, TestSpecification, Vitest } from 'vitest/node'

/** Files of a lower rank begin first; equal ranks keep Vitest's own order. For one project of a run. */
export const fileOrder = (name: string, rank: (file: string) => number | string): Plugin => ({
  name,
  configureVitest: ({ vitest }) => {
    const { sequence } = vitest.config
    const Sequencer = sequence.sequencer
    sequence.sequencer = class implements TestSequencer {
      private readonly own: TestSequencer
      constructor(vitest: Vitest) {
        this.own = new Sequencer(vitest)
      }
      shard(files: TestSpecification[]) {
        return this.own.shard(files)
      }
      async sort(files: TestSpecification[]) {
        const sorted = await this.own.sort(files)
        const ranked = sorted.map((file) => ({ file, rank: rank(file.moduleId) }))
        return ranked
          .toSorted((one, other) => Number(one.rank > other.rank) - Number(one.rank < other.rank))
          .map(({ file }) => file)
      }
    }
  },
})
