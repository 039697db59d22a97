/** "Try the demo" puts this task into the composer: the scripted demo model knows how to plan and carry it out. */
export const DEMO_TASK =
  'Plan a three-day trip to Lisbon: write the itinerary and a packing list as files, then tell me what you made.'
