G=/tmp/lab/src/PyMahjongGB-1.4.0/MahjongGB/mahjong-algorithm
[ -f gb.o ] || (g++ -O3 -march=native -c -I$G -o gb.o $G/fan_calculator.cpp; g++ -O3 -march=native -c -I$G -o gb2.o $G/shanten.cpp)
g++ -O3 -march=native -mprefer-vector-width=512 -ffast-math -std=c++17 -I$G -o $1 $1.cpp gb.o gb2.o
