au BufRead,BufNewFile *.hg,*.hgs setfiletype hg
