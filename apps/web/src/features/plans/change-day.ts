// Loaded with the first save of a day: the language of plans is large, and the whole package would be larger.
export { changeDay } from '@pacewright/plan';
