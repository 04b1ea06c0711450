" Vim syntax file
" Language: programs of hg's machine, as text (.hg) and as sources (.hgs)
" The keywords are those of the parser: tests/tools/test_editors.py compares them.

if exists("b:current_syntax")
  finish
endif

syn case match
syn iskeyword @,48-57,_

syn keyword hgDeclaration program param let matrix scalar device devices resident register window
syn keyword hgDeclaration instruction sub policy slot machine delays
syn keyword hgControl for in step if else
syn keyword hgOperatorWord and or not
syn keyword hgCommand LD ST EXEC EXEC2 MARK BAR
syn keyword hgModifier after lower upper ld read write read_write from local pinned in_place priority
syn keyword hgClause entry geometry flops bytes needs options host work_group compute_units
syn keyword hgType f32 f64 i32 c32 c64
syn keyword hgProperty memory largest has_f64 link_in link_out link_both link_latency rate_f64 rate_f32
syn keyword hgProperty memory_rate launch_latency host_copies links_in links_out links_both
syn keyword hgProperty beside_one_way beside_both_ways awaited start wake first_piece last_piece
syn keyword hgProperty piece_alone each_column local_memory max_work_group nvidia_capability is_gpu
syn keyword hgProperty is_host shares_host_memory shortest_kernel product vendor architecture unmeasured
syn keyword hgReason RAW WAR WAW
syn match hgFunction "\<\%(min\|max\|abs\|ceil\|count\|rows\|cols\)\ze\s*("
" `hg` begins a program and the names of routines; a keyword would hide the latter.
syn match hgDeclaration "\<hg\>\.\@!"
syn match hgRoutine "\<hg\.\w\+"
syn match hgScalar "\$\w\+"
syn match hgNumber "\<\d\+\%(\.\d\+\)\=\%([eE][-+]\=\d\+\)\=\>"
syn match hgNumber "\<\d\+x\d\+\>"
syn match hgLabel "^\s*\d\+:"
syn match hgOperator "<-\|\.\.\|[-+*/%]\|[=!<>]=\|[=<>]\|@"
syn region hgString start=+"+ end=+"+ oneline
syn match hgComment "#.*$" contains=@Spell

hi def link hgDeclaration Statement
hi def link hgControl Repeat
hi def link hgOperatorWord Operator
hi def link hgCommand Function
hi def link hgModifier StorageClass
hi def link hgClause StorageClass
hi def link hgType Type
hi def link hgProperty StorageClass
hi def link hgReason Special
hi def link hgFunction Function
hi def link hgRoutine Function
hi def link hgScalar Identifier
hi def link hgNumber Number
hi def link hgLabel Label
hi def link hgOperator Operator
hi def link hgString String
hi def link hgComment Comment

let b:current_syntax = "hg"
