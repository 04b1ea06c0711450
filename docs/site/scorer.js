// How the search orders what it finds: Sphinx's own weights, with decisions and listings of files last.
var Scorer = {
  score: ([page, title, anchor, description, score, file]) =>
    /^(decisions|examples)\/|^reference\/hg\.(h|f90)$/.test(page) ? score - 100 : score,
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
