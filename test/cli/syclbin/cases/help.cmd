syclbin --help
syclbin pack --help
syclbin
syclbin bogus
syclbin info --bogus
syclbin compress a b
syclbin diff one
syclbin merge
syclbin convert --encoding v9
syclbin extract --kind odd
syclbin info --device odd
